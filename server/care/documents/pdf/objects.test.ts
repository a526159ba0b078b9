import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeObjects } from './clean-pdf.ts'
import { Name, type PdfObject, Ref, Stream, Unreadable } from './objects.ts'
import { readObjects } from './read-objects.ts'

/** The PDF that PDFium would save for one object, number 1. */
const fileOf = (object: string, { head = '%PDF-1.7\n%\xe2\xe3\n', trailer = '<</Root 1 0 R>>' } = {}) =>
  Buffer.from(`${head}1 0 obj\n${object}\nendobj\nxref\n0 2\ntrailer\n${trailer}\n`, 'latin1')
const read = (object: string): PdfObject | undefined => readObjects(fileOf(object)).objects.get(1)
const decode = (object: string) => String(read(object))

describe('a valid object', () => {
  test.each([
    ['(Glucose)', 'Glucose'],
    ['(a (whole) sentence)', 'a (whole) sentence'],
    ['(one \\) and \\( and \\\\)', 'one ) and ( and \\'],
    ['(a\\nb\\tc\\qd)', 'a\nb\tcqd'],
    ['(\\101\\1012\\7)', 'AA2\x07'],
    ['(on \\\nthe same line)', 'on the same line'],
    ['<476C 75>', 'Glu'],
    ['<475>', 'GP'],
  ])('the string %s is decoded', (object, expected) => expect(decode(object)).toBe(expected))

  test.each<[string, PdfObject]>([
    ['-12', -12],
    ['+.5', 0.5],
    ['4.', 4],
    ['true', true],
    ['false', false],
    ['null', null],
    ['/A#20name', new Name('A name')],
    ['12 0 R', new Ref(12)],
    ['[1 0 R 2 [] (x)]', [new Ref(1), 2, [], Buffer.from('x')]],
    [
      '<</Kids [3 0 R]/Count 1/Of <<>> >>',
      new Map<string, PdfObject>([
        ['Kids', [new Ref(3)]],
        ['Count', 1],
        ['Of', new Map()],
      ]),
    ],
  ])('%s is parsed', (object, expected) => expect(read(object)).toEqual(expected))

  test('a stream ends after its length, whatever it contains', () => {
    expect(read('<</Length 9>>\nstream\nendstream\nendstream')).toEqual(
      new Stream(new Map([['Length', 9]]), Buffer.from('endstream')),
    )
  })

  test('the root is the one that the trailer names', () => {
    expect(readObjects(fileOf('<<>>')).root).toEqual(new Ref(1))
    expect(readObjects(fileOf('<<>>', { trailer: '<<>>' })).root).toBeNull()
  })
})

describe('a deviation is refused, never guessed', () => {
  test.each([
    ['an unterminated string', '(Glucose'],
    ['an unterminated array', '[1 2'],
    ['a closing bracket without an opening one', ']'],
    ['a dictionary key that is not a name', '<<1 2>>'],
    ['a stream without a length', '<<>>\nstream\nx\nendstream'],
    ['a stream that is longer than its length', '<</Length 1>>\nstream\nxyz\nendstream'],
    ['an unknown keyword', 'perhaps'],
    ['nesting beyond the limit', `${'['.repeat(101)}${']'.repeat(101)}`],
  ])('%s is refused', (_, object) => expect(() => read(object)).toThrow(Unreadable))

  test('a hundred nested brackets are accepted', () => {
    expect(read(`${'['.repeat(100)}${']'.repeat(100)}`)).toHaveLength(1)
  })

  test.each([
    ['the header is missing', { head: '' }],
    ['the file is encrypted', { trailer: '<</Root 1 0 R/Encrypt 2 0 R>>' }],
    ['the trailer is not a dictionary', { trailer: '[]' }],
  ])('a file is refused: %s', (_, how) => expect(() => readObjects(fileOf('<<>>', how))).toThrow(Unreadable))
})

describe('a written file', () => {
  test.each([
    [0.1 + 0.2, '0.3'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [-0.5, '-0.5'],
    [2.5, '2.5'],
    [120, '120'],
  ])('%s is written without an exponent', (number, expected) => {
    expect(writeObjects([[number]]).toString('latin1')).toContain(`[${expected}]`)
  })

  test('the cross-reference table gives the offset of each object', () => {
    const file = writeObjects([new Map([['Of', new Ref(2)]]), new Stream(new Map(), Buffer.from('q Q'))])
    const text = file.toString('latin1')
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([_whole, offset]) => Number(offset))
    expect(offsets.map((offset, index) => text.startsWith(`${index + 1} 0 obj\n`, offset))).toEqual([true, true])
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.startsWith('xref\n0 3\n0000000000 65535 f \n', table)).toBe(true)
    expect(text).toContain('trailer\n<</Size 3/Root 1 0 R>>')
  })

  const bytes = fc.uint8Array({ maxLength: 20 }).map((all) => Buffer.from(all))
  const letters = fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 8,
  })
  const { object, dictionary } = fc.letrec<{ object: PdfObject; dictionary: Map<string, PdfObject> }>((tie) => ({
    object: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(true, false, null),
      fc.integer(),
      fc.integer({ min: -9_999, max: 9_999 }).map((many) => many / 64),
      fc.nat(99).map((number) => new Ref(number)),
      letters.map((name) => new Name(name)),
      bytes,
      fc.array(tie('object'), { maxLength: 4 }),
      tie('dictionary'),
    ),
    dictionary: fc.array(fc.tuple(letters, tie('object')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  }))

  test('reading a written file gives the same objects', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 4 }), (objects) => {
        expect([...readObjects(writeObjects(objects)).objects.values()]).toEqual(objects)
      }),
    )
    fc.assert(
      fc.property(dictionary, bytes, (entries, content) => {
        const packed = new Stream(new Map([...entries, ['Filter', new Name('Whatever')]]), content)
        const found = readObjects(writeObjects([packed])).objects.get(1) as Stream
        expect(found.bytes).toEqual(content)
        expect(found.dictionary).toEqual(new Map([...packed.dictionary, ['Length', content.length]]))
      }),
    )
  })
})
