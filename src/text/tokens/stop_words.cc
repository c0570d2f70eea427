#include "text/tokens/stop_words.h"

#include <algorithm>
#include <array>

namespace textkin::text {
namespace {

constexpr std::array<StopList, 5> kStopLists{{
    {"english", "english.v1",
     R"(a an the
this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
herself it its itself they them their theirs themselves one oneself
who whom whose which what whoever whatever whichever
am is are was were be been being have has had having do does did doing done
can could may might must shall should will would ought
cannot can't couldn't don't doesn't didn't hasn't haven't hadn't isn't aren't wasn't weren't won't wouldn't shan't
shouldn't mustn't mightn't needn't i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll
it's it'd it'll we're we've we'd we'll they're they've they'd they'll that's there's who's what's here's let's
and or but nor so yet for if then else because as until while since though although whether unless than
of at by with about against between among into through during before after above below to from up upon down in out on
off over under within without toward towards across along around behind beside besides beyond despite except near
onto per via
not no nor only own same too very just also again further once here there when where why how ever never
all any both each few more most much many other others another some such several every either neither none nothing
anything everything something nobody anybody everybody somebody)"},
    {"german", "german.v1",
     R"(der die das den dem des ein eine einer eines einem einen kein keine keiner keines keinem keinen
dieser diese dieses diesem diesen jener jene jenes jenem jenen derselbe dieselbe dasselbe jeder jede jedes jedem jeden
mancher manche manches manchem manchen solcher solche solches solchem solchen welcher welche welches welchem welchen
ich mich mir meiner mein meine meines meinem meinen du dich dir deiner dein deine deines deinem deinen
er ihn ihm seiner sein seine seines seinem seinen sie ihr ihrer ihre ihres ihrem ihren ihnen es wir uns unser unsere
unserer unseres unserem unseren euch euer eure eurer eures eurem euren man sich selbst
wer wen wem wessen was
bin bist ist sind seid war warst waren wart wäre wären gewesen sei seien habe hast hat haben habt hatte hattest hatten
hattet hätte hätten gehabt werde wirst wird werden werdet wurde wurden würde würden geworden worden
kann kannst können könnt konnte konnten könnte könnten muss musst müssen müsst musste mussten müsste müssten
darf dürfen durfte durften soll sollst sollen sollte sollten will willst wollen wollte wollten mag mögen mochte möchte
möchten
und oder aber denn sondern doch weil dass daß wenn ob als wie damit obwohl während bevor nachdem bis sobald solange
in im ins an am ans auf aus bei beim mit nach von vom vor zu zum zur über unter durch für gegen ohne um zwischen hinter
neben seit wegen trotz ab gegenüber außer statt
nicht nichts nie niemals nur auch schon noch sehr so da dann dort hier hin her nun jetzt wo woher wohin wann warum
wieso weshalb immer wieder etwas alle alles allem allen aller beide beiden einige einiges einigen einiger andere
anderer anderes anderem anderen mehr viel viele vielen wenig zwar also jedoch dazu dabei daher damit davon)"},
    {"french", "french.v1",
     R"(le la les l un une des du de d au aux
ce cet cette ces c ça cela ceci celui celle ceux celles
je j me m moi mon ma mes tu te t toi ton ta tes il elle on lui se s soi son sa ses nous notre nos vous votre vos ils
elles eux leur leurs y en
qui que qu quoi dont où lequel laquelle lesquels lesquelles auquel auxquels auxquelles duquel desquels quel quelle
quels quelles
suis es est sommes êtes sont étais était étions étiez étaient fus fut fûmes furent serai seras sera serons serez seront
serais serait seraient sois soit soyons soyez soient été étant être
ai as a avons avez ont avais avait avions aviez avaient eus eut eûmes eurent aurai auras aura aurons aurez auront
aurais aurait auraient aie ait ayons ayez aient eu ayant avoir
et ou mais donc or ni car si comme quand lorsque puisque parce pendant tandis afin ainsi
à dans par pour sur sous avec sans entre vers chez contre depuis dès jusque jusqu avant après devant derrière malgré
selon hors
ne n pas plus point jamais rien aucun aucune non oui très trop peu aussi encore déjà toujours ici là alors puis
tout toute tous toutes même mêmes autre autres chaque quelque quelques plusieurs certains certaines tel telle tels
telles)"},
    {"spanish", "spanish.v1",
     R"(el la los las lo un una unos unas al del
este esta estos estas esto ese esa esos esas eso aquel aquella aquellos aquellas aquello
yo me mí mi mis conmigo tú te ti tu tus contigo él ella ello le les se sí su sus consigo usted ustedes nosotros
nosotras nos nuestro nuestra nuestros nuestras vosotros vosotras os vuestro vuestra vuestros vuestras ellos ellas
mío mía míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas
que qué quien quién quienes quiénes cual cuál cuales cuáles cuyo cuya cuyos cuyas donde dónde cuando cuándo como cómo
cuanto cuánto
soy eres es somos sois son era eras éramos eran fui fuiste fue fuimos fueron seré será serán sería serían sea sean
sido siendo ser estoy estás está estamos están estaba estaban estuvo estuvieron esté estén estado estando estar
he has ha hemos habéis han había habían hubo hubieron habrá habrán habría habrían haya hayan habido habiendo haber hay
y e o u pero sino ni si porque pues aunque mientras
a ante bajo con contra de desde durante en entre hacia hasta mediante para por según sin sobre tras
no nada nunca jamás ya muy más menos también tampoco sólo solo aún así aquí ahí allí entonces
todo toda todos todas algo algún alguno alguna algunos algunas ningún ninguno ninguna otro otra otros otras cada mucho
mucha muchos muchas poco poca pocos pocas tanto tanta tantos tantas mismo misma mismos mismas)"},
    {"italian", "italian.v1",
     R"(il lo la i gli le l un uno una
del dello della dei degli delle dell al allo alla ai agli alle all dal dallo dalla dai dagli dalle dall nel nello
nella nei negli nelle nell sul sullo sulla sui sugli sulle sull col coi
questo questa questi queste quest quello quella quelli quelle quell quei ciò
io mi me mio mia miei mie tu ti te tuo tua tuoi tue egli ella esso essa lui lei si sé suo sua suoi sue noi ci ce nostro
nostra nostri nostre voi vi ve vostro vostra vostri vostre essi esse loro ne
che chi cui quale quali quanto quanta quanti quante dove quando come perché
sono sei è siamo siete ero eri era eravamo eravate erano fui fu furono sarò sarai sarà saremo sarete saranno sarei
sarebbe sarebbero sia siano stato stata stati state essendo essere
ho hai ha abbiamo avete hanno avevo avevi aveva avevamo avevate avevano ebbe ebbero avrò avrai avrà avremo avrete
avranno avrei avrebbe avrebbero abbia abbiano avuto avendo avere
e ed o od ma però se né anche dunque quindi mentre benché
a ad di d da in con su per tra fra senza sotto sopra verso contro dopo prima
non no nulla niente mai già più meno molto molta molti molte poco poca pochi poche tutto tutta tutti tutte altro altra
altri altre ogni qualche alcuno alcuna alcuni alcune nessuno nessuna stesso stessa stessi stesse così qui qua lì là
ancora sempre)"},
}};

}  // namespace

std::span<const StopList> stop_lists() { return kStopLists; }

const StopList* find_stop_list(std::string_view name) {
  const auto list = std::ranges::find(kStopLists, name, &StopList::name);
  return list == kStopLists.end() ? nullptr : list;
}

std::string without_remarks(std::string_view list) {
  std::string words;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    words.append(line.substr(0, line.find('|'))).push_back('\n');
    list.remove_prefix(std::min(line.size() + 1, list.size()));
  }
  return words;
}

}  // namespace textkin::text
