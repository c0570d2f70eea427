"""Where the clock of each door goes, as a picture: a bar a door, a piece a stage, for docs/performance.md."""

import html

# In the order in which a run goes through them.
COLOURS = {
    "read": "#6699cc", "sketch": "#99ddff", "survey": "#44bb99", "identical": "#228833", "group": "#ccbb44", "join": "#ccbb44",
    "verify": "#ee8866", "align": "#aa6699", "decide": "#777777", "write": "#eeaa66",
}
OTHER = "#dddddd"
LEFT, WIDTH, RIGHT, ROW, TOP = 300, 560, 90, 24, 40
LETTER = 7  # about


def text(x, y, words, anchor="start", fill="#222"):
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="{fill}">{html.escape(words)}</text>'


def bar(y, name, stages, clock):
    """`stages`: {stage: seconds}; what of the clock is in none of them stays white."""
    pieces = [text(LEFT - 8, y + 16, name, "end")]
    x = LEFT
    for stage, seconds in stages.items():
        share = seconds / clock
        pieces.append(f'<rect x="{x:.1f}" y="{y}" width="{share * WIDTH:.1f}" height="{ROW - 4}" fill="{COLOURS.get(stage, OTHER)}">'
                      f"<title>{html.escape(stage)}: {seconds:.2f} s, {share:.0%}</title></rect>")
        for words in (f"{stage} {share:.0%}", stage):  # what there is room for
            if len(words) * LETTER < share * WIDTH:
                pieces.append(text(x + share * WIDTH / 2, y + 15, words, "middle", "#000"))
                break
        x += share * WIDTH
    pieces.append(text(LEFT + WIDTH + 8, y + 16, f"{clock:.2f} s"))
    return pieces


def legend(rows):
    """A square and a name for each stage that comes, one behind the other; those of small pieces stand nowhere else."""
    pieces, x = [], LEFT
    for stage in sorted({stage for _, stages, _ in rows for stage in stages}, key=lambda stage: ([*COLOURS, stage].index(stage), stage)):
        pieces += [f'<rect x="{x:.1f}" y="12" width="12" height="12" fill="{COLOURS.get(stage, OTHER)}"/>', text(x + 16, 22, stage)]
        x += 24 + 6.5 * len(stage)
    return pieces


def picture(rows):
    """`rows`: [(name of a door, {stage: seconds}, seconds of the clock)]; the text of an SVG file."""
    height = TOP + ROW * len(rows) + 8
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{height}" '
             f'viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" font-family="sans-serif" font-size="12" role="img">',
             "<title>Where the clock goes, by stage</title>",
             '<rect width="100%" height="100%" fill="#fff"/>', text(LEFT - 8, 22, "share of the clock", "end"), *legend(rows)]
    for row, (name, stages, clock) in enumerate(rows):
        parts += bar(TOP + ROW * row, name, stages, clock)
    return "\n".join([*parts, "</svg>", ""])
