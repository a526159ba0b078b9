// The allow-list of everything that a page may contain, key by key (ISO 32000-2, 7.7 to 9.9). Other keys are not
// copied: actions, links, attachments, references to other files and metadata are not on the list.

/** Null: numbers, names, strings and lists of them. */
export type Keys = Readonly<Record<string, Part | null>>
/** Allows exactly these keys. `only`: the dictionary must have one of these names under the key, or it is dropped. */
export interface PartOfKeys {
  keys: () => Keys
  only?: Readonly<Record<string, readonly string[]>>
  /** Names that are set whatever the original has. */
  as?: Readonly<Record<string, string>>
}
/** Allows any key, as in a page's resource names. */
export interface PartOfNames {
  each: Part
}
export type Part = PartOfKeys | PartOfNames

const plain = (names: string): Record<string, null> => Object.fromEntries(names.split(' ').map((name) => [name, null]))

/** Raw bytes; the copier adds the filter entries that every stream may have. */
const bytes: Part = { keys: () => ({}) }
export const contentsPart = bytes

export const packing: Part = {
  keys: () => ({
    ...plain('Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock'),
    ...plain('BlackIs1 DamagedRowsBeforeError ColorTransform'),
    JBIG2Globals: bytes,
  }),
}
export const ALLOWED_FILTERS = new Set(
  'FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode DCTDecode CCITTFaxDecode JBIG2Decode JPXDecode'
    .split(' ')
    .concat('Fl LZW A85 AHx RL DCT CCF'.split(' ')),
)

export const page: Part = {
  keys: () => ({
    ...plain('MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit'),
    Resources: resourcesPart,
    Contents: bytes,
    Group: group,
  }),
}

/** Optional content groups and their membership, and the marked content that screen readers use. */
export const layer: Part = {
  keys: () => ({ ...plain('Type Name Intent P VE MCID ActualText Alt E Lang'), OCGs: layer, VE: layer }),
}
export const layersPart: Part = {
  keys: () => ({ OCGs: layer, D: { keys: () => ({ ...plain('Name BaseState Intent'), ON: layer, OFF: layer }) } }),
}

export const resourcesPart: Part = {
  keys: () => ({
    ...plain('ProcSet'),
    Font: { each: font },
    XObject: drawingsPart,
    ExtGState: { each: state },
    ColorSpace: { each: colours },
    Pattern: { each: pattern },
    Shading: { each: shading },
    Properties: { each: layer },
  }),
}

const group: Part = { keys: () => ({ ...plain('Type S I K'), CS: colours }) }

const drawing: Part = { only: { Subtype: ['Image', 'Form'] }, keys: () => drawingKeys() }
export const drawingsPart: Part = { each: drawing }
/** An annotation's appearance is a form XObject, even where its dictionary does not say so. */
export const appearancePart: Part = { keys: () => drawingKeys(), as: { Type: 'XObject', Subtype: 'Form' } }
const drawingKeys = (): Keys => ({
  ...plain('Type Subtype FormType BBox Matrix Width Height BitsPerComponent Intent ImageMask Decode Interpolate'),
  ...plain('SMaskInData Matte'),
  ColorSpace: colours,
  Mask: drawing,
  SMask: drawing,
  Resources: resourcesPart,
  Group: group,
  OC: layer,
})

const calculation: Record<string, null> = plain(
  'FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds',
)
const formula: Part = { keys: () => ({ ...calculation, Functions: formula }) }

/**
 * An array: the colour space family, followed by profiles, tables, functions and other colour spaces, as the family
 * requires.
 */
const colours: Part = {
  keys: () => ({
    ...calculation,
    ...plain('N WhitePoint BlackPoint Gamma Matrix Range Subtype Components'),
    Functions: formula,
    Alternate: colours,
    ColorSpace: colours,
    Process: colours,
    Colorants: { each: colours },
  }),
}

const pattern: Part = {
  keys: () => ({
    ...plain('Type PatternType PaintType TilingType BBox XStep YStep Matrix'),
    Resources: resourcesPart,
    Shading: shading,
    ExtGState: state,
  }),
}

const shading: Part = {
  keys: () => ({
    ...plain('ShadingType Background BBox AntiAlias Domain Coords Extend Matrix BitsPerCoordinate BitsPerComponent'),
    ...plain('BitsPerFlag VerticesPerRow Decode'),
    ColorSpace: colours,
    Function: formula,
  }),
}

const state: Part = {
  keys: () => ({
    ...plain('Type LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK'),
    Font: font,
    SMask: { keys: () => ({ ...plain('Type S BC'), G: drawing, TR: formula }) },
    BG: formula,
    BG2: formula,
    UCR: formula,
    UCR2: formula,
    TR: formula,
    TR2: formula,
  }),
}

const font: Part = {
  keys: () => ({
    ...plain('Type Subtype Name BaseFont FirstChar LastChar Widths DW W DW2 W2 FontBBox FontMatrix'),
    Encoding: letters,
    ToUnicode: letters,
    FontDescriptor: face,
    DescendantFonts: font,
    CIDSystemInfo: collection,
    CIDToGIDMap: bytes,
    CharProcs: { each: bytes },
    Resources: resourcesPart,
  }),
}
const letters: Part = {
  keys: () => ({
    ...plain('Type BaseEncoding Differences CMapName WMode'),
    CIDSystemInfo: collection,
    UseCMap: letters,
  }),
}
const collection: Part = { keys: () => plain('Registry Ordering Supplement') }
const program: Part = { keys: () => plain('Subtype Length1 Length2 Length3') }
const face: Part = {
  keys: () => ({
    ...plain(
      'Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight',
    ),
    ...plain('XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang'),
    CIDSet: bytes,
    Style: { keys: () => plain('Panose') },
    FontFile: program,
    FontFile2: program,
    FontFile3: program,
  }),
}
