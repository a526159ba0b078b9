"""Gives the font a plain zero, and keeps the slashed one for codes. Run once, after make-font.mjs: python3 ui/tokens/plain-zero.py

Atkinson Hyperlegible has its zero slashed everywhere: right for a code, odd for "30,00" and "20:00". The inside of the slashed zero
is two halves; drawn as one they are a plain zero, in each weight. `font-variant-numeric: slashed-zero` asks for the slash.
Needs Debian's python3-fonttools and python3-brotli.
"""

import copy
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

FILE = Path(__file__).with_name("atkinson.woff2")
# The outer line as it is; then the left half from its upper end round to the lower one, and the right half back up.
LEFT_UPPER, LEFT_START, LEFT_END = 20, 16, 26
RIGHT_LOWER, RIGHT_UPPER, RIGHT_END = 28, 27, 38
ORDER = [
    *range(0, LEFT_START),
    *range(LEFT_UPPER, LEFT_END + 1),
    *range(LEFT_START, LEFT_UPPER),
    *range(RIGHT_LOWER, RIGHT_END + 1),
    RIGHT_UPPER,
]


def draw_plain(font, name):
    """The same points in another order, so that what a weight moves is moved as before."""
    glyph = font["glyf"][name]
    assert glyph.endPtsOfContours == [15, 26, 38], f"{name} is drawn in another way by now"
    glyph.coordinates = GlyphCoordinates([glyph.coordinates[at] for at in ORDER])
    glyph.flags = bytearray(glyph.flags[at] for at in ORDER)
    glyph.endPtsOfContours = [LEFT_START - 1, RIGHT_END]
    glyph.numberOfContours = 2
    for variation in font["gvar"].variations[name]:
        moved = variation.coordinates
        variation.coordinates = [moved[at] for at in ORDER] + moved[len(ORDER) :]


def keep_slashed(font, name):
    kept = f"{name}.slash"
    font.setGlyphOrder([*font.getGlyphOrder(), kept])
    font["glyf"].glyphs[kept] = copy.deepcopy(font["glyf"][name])
    font["glyf"].glyphOrder = font.getGlyphOrder()
    font["hmtx"][kept] = font["hmtx"][name]
    font["gvar"].variations[kept] = copy.deepcopy(font["gvar"].variations[name])
    widths = font["HVAR"].table.AdvWidthMap
    if widths:
        widths.mapping[kept] = widths.mapping[name]
    return kept


def add_feature(font, pairs):
    """The font's own features are tables by now, which the compiler would replace: the new one is hung on beside them."""
    lines = "\n".join(f"sub {plain} by {slashed};" for plain, slashed in pairs)
    other = copy.deepcopy(font)
    addOpenTypeFeaturesFromString(other, f"feature zero {{\n{lines}\n}} zero;", tables=["GSUB"])
    new, own = other["GSUB"].table, font["GSUB"].table
    new.FeatureList.FeatureRecord[0].Feature.LookupListIndex = [len(own.LookupList.Lookup)]
    own.LookupList.Lookup.append(new.LookupList.Lookup[0])
    own.FeatureList.FeatureRecord.append(new.FeatureList.FeatureRecord[0])
    for script in own.ScriptList.ScriptRecord:
        languages = [record.LangSys for record in script.Script.LangSysRecord]
        for language in filter(None, [script.Script.DefaultLangSys, *languages]):
            language.FeatureIndex.append(len(own.FeatureList.FeatureRecord) - 1)


def main():
    font = TTFont(FILE)
    # Each table counts the glyphs as it is read: before there are more of them.
    font.ensureDecompiled()
    zero = font.getBestCmap()[ord("0")]
    tabular = next(
        lookup.SubTable[0].mapping[zero]
        for lookup in font["GSUB"].table.LookupList.Lookup
        if getattr(lookup.SubTable[0], "mapping", {}).get(zero)
    )
    pairs = [(name, keep_slashed(font, name)) for name in (zero, tabular)]
    # The one for columns is the other one, set in another width.
    font["glyf"][pairs[1][1]].components[0].glyphName = pairs[0][1]
    draw_plain(font, zero)
    add_feature(font, pairs)
    font.flavor = "woff2"
    font.save(FILE)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


main()
