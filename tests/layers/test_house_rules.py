"""The tree keeps the house rules, and the check sees a planted violation of each."""

import pathlib

import pytest

import house_rules

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_tree_keeps_the_rules():
    assert house_rules.violations(ROOT) == []


LAYERS = (
    "base:\njoin: base\ntext: base\nengine: base join text\ncli: engine\n"
    "engine/read: base text\nengine/find: engine/read base join\nengine/write: engine/find engine/read base\n"
    "text/words:\ntext/pages: text/words base\ntext/catalog: text/pages\n"
    "base/packing: base\nbase/output: base base/packing\n"
)


def small_house(root):
    files = {
        "layers.txt": LAYERS,
        "CMakeLists.txt": (
            "textkin_room(base LIBRARIES hwy::hwy)\ntextkin_room(join ROOMS base)\n"
            "textkin_room(text ROOMS base LIBRARIES ICU::uc)\ntextkin_room(engine ROOMS base join text)\n"
        ),
        "include/textkin/pair.h": '#include <cstdint>\n#include "textkin/document.h"\n',
        "src/base/sort.cc": '#include "base/sort.h"\n\n#include "hwy/highway.h"\n',
        "src/base/packing/pack.h": '#include "base/sort.h"\n',
        "src/base/output.cc": '#include "base/packing/pack.h"\n#include "base/sort.h"\n',
        "src/base/sort.h": "#include <span>\n",
        "src/base/output.h": "#include <string>\n",
        "src/join/banding.h": "#include <vector>\n",
        "src/join/banding.cc": '#include "join/banding.h"\n\n#include <vector>\n\n#include "base/sort.h"\n',
        "src/text/pages/shingle.h": '#include "text/pages/page.h"\n',
        "src/text/pages/shingle.cc": '#include "text/pages/shingle.h"\n#include "text/words/word.h"\n#include <unicode/uchar.h>\n',
        "src/text/pages/shingle_test.cc": '#include "text/pages/shingle.h"\n',
        "src/text/catalog.h": '#include "text/pages/shingle.h"\n',
        "src/text/words/word_test.cc": '#include "text/catalog.h"\n#include "base/sort.h"\n',
        "src/text/pages/page.h": "namespace textkin::text {\n}\n",
        "src/text/words/word.h": "namespace textkin::text {\n}\n",
        "src/engine/read/collection.h": (
            '#include "text/pages/shingle.h"\n\nnamespace textkin::engine::read {\nstruct Collection {\n  struct Place {};\n};\n'
            "}  // namespace textkin::engine::read\n"
        ),
        "src/engine/find/search.cc": (
            '#include "join/banding.h"\n#include "engine/read/collection.h"\n\nnamespace textkin::engine::find {\n'
            "namespace {\nstruct Item {\n};\n}  // namespace\nstruct Collection;\nstruct Search {\n  read::Collection in;\n};\n"
            "}  // namespace textkin::engine::find\n"
        ),
        "src/engine/find/search.h": "#include <vector>\n",
        "src/engine/write/rows.h": "#include <vector>\n",
        "src/engine/write/rows.cc": (
            '#include "engine/find/search.h"\n\nnamespace textkin::engine::write {\nnamespace {\nstruct Item {\n};\n}\n'
            'const char* const text = "struct Search {}";  // struct Search {\n'
            "void f() {\n  struct Search {\n  };\n}\n}  // namespace textkin::engine::write\n"
        ),
        "cli/main.cc": '#include "terminal.h"\n#include "engine/find/search.h"\n',
        "cli/terminal.h": "#pragma once\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_clean_house_has_no_violation(tmp_path):
    assert house_rules.violations(small_house(tmp_path)) == []


PLANTED = [
    ("src/join/resolve.cc", '#include "text/pages/shingle.h"\n', "join must not include text"),
    ("src/join/resolve_test.cc", "#include <text/pages/shingle.h>\n", "join must not include text"),
    ("src/base/parallel.cc", '#include "engine/dedup.h"\n', "base must not include engine"),
    ("src/base/kernel.cc", '#define HWY_TARGET_INCLUDE "join/kernel.cc"\n', "base must not include join"),
    ("cli/pairs.cc", '#include "join/banding.h"\n', "cli must not include join"),
    ("include/textkin/plan.h", '#include "base/sort.h"\n', "include/textkin must not include base"),
    ("include/textkin/plan.h", "#include <fmt/format.h>\n", "the contracts include only"),
    ("src/text/pages/a.cc", '#include "../join/banding.h"\n', "named from the root"),
    ("src/text/pages/a.cc", '#include "shingle.h"\n', "named from the root"),
    ("cli/pairs.cc", '#include "nowhere.h"\n', "named from the root"),
    ("src/cluster/a.cc", "int x;\n", "a room that layers.txt does not name"),
    ("src/join/a.cc", "hwy::K64V64 pair;\n", "vqsort's key-value types"),
    ("src/join/a.cc", "bool a = std::filesystem::is_directory(name(b));\n", "throws, which ends the program"),
    ("cli/a.cc", "for (fs::directory_iterator at(folder), end; at != end; ++at) {}\n", "throws, which ends the program"),
    ("src/base/a.cc", "if (at->is_directory()) return;\n", "throws, which ends the program"),
    ("src/base/a.cc", "for (auto& file : fs::directory_iterator(folder, error)) {}\n", "going on throws"),
    ("src/join/a.cc", "// TODO: later\n", "say what is left to do"),
    ("src/join/a.cc", "int x;\n" * 501, "501 lines"),
    ("src/engine/read/a.cc", '#include "engine/find/search.h"\n', "engine/read must not include engine/find"),
    ("src/engine/read/a.cc", '#include "join/banding.h"\n', "engine/read must not include join"),
    ("src/engine/find/a.cc", '#include "text/pages/shingle.h"\n', "engine/find must not include text"),
    ("src/base/a.cc", '#include "engine/read/collection.h"\n', "base must not include engine/read"),
    ("src/engine/a.cc", "int x;\n", "it is in none of the rooms"),
    ("src/engine/find/a.cc", '#include "engine/a.h"\n', "engine/find must not include engine"),
    ("src/engine/find/a.cc", "namespace textkin::engine {\n}\n", "whose names are in textkin::engine::find"),
    ("src/engine/find/a.h", "namespace textkin::engine::read {\n}\n", "whose names are in textkin::engine::find"),
    ("src/engine/find/a.h", "namespace textkin::engine::find {\nclass Search final : X {\n};\n}\n", "find::Search is defined in"),
    ("src/join/a.h", "namespace textkin::engine::read {\nenum class Collection { kA };\n}\n", "read::Collection is defined in"),
    ("src/text/words/word.cc", '#include "text/pages/shingle.h"\n', "text/words must not include text/pages"),
    ("src/text/catalog.cc", '#include "text/words/word.h"\n', "text/catalog must not include text/words"),
    ("src/text/words/a_test.cc", '#include "join/banding.h"\n', "text must not include join"),
    ("src/text/a.cc", "int x;\n", "it is in none of the rooms"),
    ("src/text/words/a.cc", '#include "base/sort.h"\n', "text/words must not include base"),
    ("src/text/pages/page.cc", '#include "text/pages/shingle.h"\n', "units in a circle: text/pages/shingle -> text/pages/page"),
    ("src/base/a.cc", '#include "base/packing/pack.h"\n', "base must not include base/packing"),
    ("src/base/packing/a.cc", '#include "base/output.h"\n', "base/packing must not include base/output"),
    ("src/base/packing/a.cc", '#include "join/banding.h"\n', "base/packing must not include join"),
    ("src/join/exact/a.cc", "int x;\n" * 2801, "src/join: 28"),
    ("src/text/words/a.h", "int x;\n" * 2801, "src/text/words: 28"),
    ("src/join/a.cc", "int x;\n", "src/join/a.cc: no header of its own name"),
    ("layers.txt", LAYERS.replace("read: base text", "read: base text engine/write"), "in a circle"),
    ("layers.txt", LAYERS.replace("engine: base join text", "engine: base join"), "engine may not"),
    ("layers.txt", "base: engine\njoin: base\ntext: base\nengine: base join text\ncli: engine\n", "in a circle"),
    ("layers.txt", "base:\njoin: base\ntext: base\nengine: base join text\ncli: motor engine\n", "which is no room"),
    ("CMakeLists.txt", "textkin_room(join ROOMS base text)\n", "CMakeLists.txt: join links"),
]


@pytest.mark.parametrize("name, text, message", PLANTED)
def test_a_planted_violation_is_seen(tmp_path, name, text, message):
    path = small_house(tmp_path) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    found = house_rules.violations(tmp_path)
    assert any(message in line for line in found), found


def test_the_allowed_forms_pass(tmp_path):
    root = small_house(tmp_path)
    (root / "src/base/a.h").write_text("bool a = fs::exists(b, error);\nfor (fs::directory_iterator at(b, ignored); at != fs::directory_iterator();) {}\n")
    (root / "src/join/a.h").write_text("// TODO(#12): spill when the budget is used up\n// never use K64V64\n")
    assert house_rules.violations(root) == []
