"""docs/errors.md says what the program says, and docs/format.md what it writes."""

import re

import pytest

import reference


def test_every_reason_is_documented():
    source = re.sub(r'"\n *"', "", (reference.ROOT / "src/input/blocks/problem.h").read_text())
    table = dict(re.findall(r'\{"([a-z0-9-]+)",\s+"([^"]+)"\}', source))
    assert len(table) >= 8
    documented = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \|$", (reference.ROOT / "docs/errors.md").read_text(), re.M))
    assert documented == table


def format_section(heading):
    text = (reference.ROOT / "docs/format.md").read_text()
    return re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", text, re.M | re.S)[1]


def test_the_format_has_the_numbers_of_the_code():
    header = (reference.ROOT / "src/store/block_layout.h").read_text()
    manifest = (reference.ROOT / "src/store/manifest_json.h").read_text()
    magic = re.search(r'kBlockFileMagic = "(\w{8})"', header)[1]
    assert f"| `magic` | `{magic}` |" in format_section("Head")
    end = re.search(r'kBlockFileEndMagic = "(\w{8})"', header)[1]
    assert f"| `magic` | `{end}` |" in format_section("Trailer")
    version = re.search(r"kBlockFileVersion = (\d+);", header)[1]
    assert f"| `version` | {version}. " in format_section("Head")
    most = eval(re.search(r"kMostBlocks = ([0-9u <]+);", header)[1].replace("u", ""))
    assert f"at most {most} entries" in format_section("Index")
    described = format_section("The manifest")
    assert f'| `format` | `"{re.search(r"kManifestFormat = .(.*).;", manifest)[1]}"` |' in described
    assert f'| `version` | {re.search(r"kManifestVersion = ([0-9]+);", manifest)[1]}. ' in described
    source = (reference.ROOT / "src/store/manifest_json.cc").read_text()
    stages = re.search(r"kStages = \{(.*?)\};", source, re.S)[1]
    assert [f"`{stage}`" for stage in re.findall(r'"\w+"', stages)] == re.findall(r'`"\w+"`', re.search(r"`stage`.*", described)[0])
    keys = re.findall(r"^\| `(\w+)` \|", described, re.M)
    written = re.findall(r'\\"(\w+)\\":', source) + re.findall(r'put\("(\w+)"', source)
    assert set(keys) < set(written)


def test_the_format_has_every_kind_of_block():
    header = (reference.ROOT / "src/store/block.h").read_text()
    kinds = re.search(r"enum class BlockKind[^{]*\{(.*?)\};", header, re.S)[1]
    documented = re.findall(r"^\| (\d+) \| `(k\w+)` \|", format_section("Kinds"), re.M)
    assert documented == [(number, name) for name, number in re.findall(r"(k\w+) = (\d+)", kinds)]


SIZES = {"std::uint64_t": 8, "std::uint32_t": 4, "DocId": 4, "BlockKind": 4}
STRUCTS = [
    ("Head", "src/store/block_layout.h", "struct BlockFileHead"),
    ("Index", "src/store/block.h", "struct Block"),
    ("Trailer", "src/store/block_layout.h", "struct BlockFileTrailer"),
    ("Segment head", "src/store/segment_meta.h", "struct SegmentMeta"),
    ("Document record", "include/textkin/document.h", "struct DocumentRecord"),
    ("Pair", "include/textkin/pair.h", "struct VerifiedPair"),
    ("The spool", "src/input/sources/spool.h", "struct Chunk"),
]


@pytest.mark.parametrize("heading, path, struct", STRUCTS)
def test_the_format_has_every_field_where_it_stands(heading, path, struct):
    text = (reference.ROOT / path).read_text()
    body = re.search(rf"{struct} \{{(.*?)\n *\}};", text, re.S)[1]
    fields, offset = [], 0
    for kind, name, count in re.findall(r"^ +(std::\w+|DocId|BlockKind|char) (\w+)(?:\[(\d+)\])?(?: = \w+)?;", body, re.M):
        size = int(count) if kind == "char" else SIZES[kind]
        fields.append((str(offset), str(size), name))
        offset += size
    assert len(fields) >= 4
    assert re.findall(r"^\| (\d+) \| (\d+) \| `(\w+)` \|", format_section(heading), re.M) == fields
