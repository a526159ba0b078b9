import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findUnprintable } from './fonts.ts'
import { layOutText } from './lay-out-text.ts'
import { createPdf, text } from './pdf.ts'
import { readPdfLines } from './test-pdf.ts'

const pdfOf = (content: string) =>
  createPdf({ title: 'Notas', author: 'Vida Ligera', locale: 'es-ES' }, (doc, addElement) =>
    addElement('P', () => text(doc, content, { size: 11 })),
  )

describe('a text of a PDF', () => {
  // First in the file: it needs a process that has drawn nothing yet.
  test('a document is the same whatever was drawn before it', async () => {
    // A PDF contains its creation time.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const draw = async () => (await pdfOf('120/80 ≈ √2')).toString('latin1')
    const first = await draw()
    // fontkit mirrors signs in Hebrew.
    await pdfOf('שלום')
    expect(await draw()).toBe(first)
  })

  test('copied text has its own letters where another text had one of the same shape', async () => {
    const radical = '\u2f08'
    expect(await readPdfLines(await pdfOf(radical))).toEqual([radical])
    expect(await readPdfLines(await pdfOf('人'))).toEqual(['人'])
  })

  test('copied text has plain spaces', async () => {
    expect(await readPdfLines(await pdfOf('25\u00a0€ a b'))).toEqual(['25 € a b'])
  })

  test.each([
    'Glucosa ≤ 100 mg/dl; saturación ≥ 95 %; T ≈ 37 °C; 850 → 425 mg; bloqueo β',
    'Łukasz Wałęsa, Đặng Thị Hương, Zoë Ångström',
    'Олена Шевченко',
    'Γιώργος Παπαδόπουλος',
    '王小明 · 注意事项',
    'たなか ハナコ · 김민준',
    '☐ ayunas ☑ vacunas ✔ √2 ≠ 1 ⇒ ♀',
    'CO₂ 35 mmHg, 10⁹/l, ½ comprimido, ± 2 µg, −4 dioptrías',
  ])('copied text is as written: %s', async (content) => {
    expect((await readPdfLines(await pdfOf(content))).join(' ').trim()).toBe(content)
  })

  test.each([
    'محمد علي',
    'דוד כהן',
    'المريض ≥ 95 ثم ≤ 100',
    'שלום ≥ 95 (א)',
    'العمر 45 سنة',
    'قرص واحد 500 mg مرتين يوميا، بعد 7 أيام',
  ])('copied right-to-left text is as written: %s', async (content) => {
    expect((await readPdfLines(await pdfOf(content))).map((line) => line.normalize('NFKC'))).toEqual([content])
  })

  test('a character without a font is shown by its code point, never as a question mark', async () => {
    expect(await readPdfLines(await pdfOf('Bien 😀'))).toEqual(['Bien [U+1F600]'])
    expect(findUnprintable('Bien 😀 ≤ 王 😀')).toEqual(['😀'])
  })

  test('decomposed letters are drawn like composed ones', async () => {
    expect(await readPdfLines(await pdfOf('Jose\u0301'))).toEqual(['José'])
  })

  test('a text longer than a page continues on the next', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `Línea ${at}`)
    expect((await readPdfLines(await pdfOf(lines.join('\n')))).filter(Boolean)).toEqual(lines)
  })
})

describe('line layout', () => {
  /** Each letter is one point wide. */
  const lay = (content: string, width = 100) => layOutText(content, 'regular', width, (_, run) => [...run].length)
  const drawn = (content: string, width?: number) => lay(content, width).map(({ runs }) => runs.map((run) => run.text))

  test('lines break between words, and within a word that is longer than a line', () => {
    expect(drawn('uno dos tres', 8)).toEqual([['uno dos '], ['tres']])
    expect(drawn('paracetamol', 5)).toEqual([['parac'], ['etamo'], ['l']])
  })

  test('lines of Chinese break between characters', () => {
    expect(drawn('注意事项', 2)).toEqual([['注意'], ['事项']])
  })

  test('runs are ordered by direction: numbers in Arabic go from left to right', () => {
    expect(drawn('Paciente: محمد علي (45)').flat().join('')).toBe('Paciente: (45)محمد علي ')
    expect(drawn('Paciente: محمد علي, 45 kg').flat().join('')).toBe('Paciente: 45 ,محمد علي kg')
    expect(drawn('العمر 45 سنة').flat().join('')).toBe('سنة 45العمر ')
    expect(lay('العمر 45 سنة')[0]?.isRightToLeft).toBe(true)
    expect(lay('Edad: 45')[0]?.isRightToLeft).toBe(false)
  })
})
