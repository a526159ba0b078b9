import { describe, expect, test } from 'vitest'
import { findUnprintable } from './fonts.ts'
import { layOutText } from './lay-out-text.ts'
import { paper, text } from './pdf.ts'
import { readPdfLines } from './test-pdf.ts'

const pdfOf = (words: string) =>
  paper({ title: 'Notas', author: 'Vida Ligera', locale: 'es-ES' }, (doc, say) =>
    say('P', () => text(doc, words, { size: 11 })),
  )

describe('a text of a PDF', () => {
  test.each([
    'Glucosa ≤ 100 mg/dl; saturación ≥ 95 %; T ≈ 37 °C; 850 → 425 mg; bloqueo β',
    'Łukasz Wałęsa, Đặng Thị Hương, Zoë Ångström',
    'Олена Шевченко',
    'Γιώργος Παπαδόπουλος',
    '王小明 · 注意事项',
    'たなか ハナコ · 김민준',
    '☐ ayunas ☑ vacunas ✔ √2 ≠ 1 ⇒ ♀',
    'CO₂ 35 mmHg, 10⁹/l, ½ comprimido, ± 2 µg, −4 dioptrías',
  ])('can be copied as it was written: %s', async (words) => {
    expect((await readPdfLines(await pdfOf(words))).join(' ').trim()).toBe(words)
  })

  test.each(['محمد علي', 'דוד כהן'])('from right to left keeps its letters: %s', async (words) => {
    const letters = (it: string) => [...it.normalize('NFKC').replaceAll(/\s/g, '')].sort().join('')
    expect(letters((await readPdfLines(await pdfOf(words))).join(''))).toBe(letters(words))
  })

  test('shows the code point of what no font has, and never a question mark', async () => {
    expect(await readPdfLines(await pdfOf('Bien 😀'))).toEqual(['Bien [U+1F600]'])
    expect(findUnprintable('Bien 😀 ≤ 王 😀')).toEqual(['😀'])
  })

  test('is the same whatever was drawn before it', async () => {
    const draw = async () =>
      (await pdfOf('120/80 ≈ √2 a b')).toString('latin1').replaceAll(/\/(CreationDate|ID) .*/g, '')
    const first = await draw()
    // Hebrew mirrors signs, and a no-break space is the glyph of a space.
    await pdfOf('שלום √ a\u00a0b')
    expect(await draw()).toBe(first)
  })

  test('a no-break space is copied as a space, and so are those after it', async () => {
    expect(await readPdfLines(await pdfOf('25\u00a0€ a b'))).toEqual(['25 € a b'])
  })

  test('decomposed letters are drawn like composed ones', async () => {
    expect(await readPdfLines(await pdfOf('Jose\u0301'))).toEqual(['José'])
  })

  test('that is longer than a page goes on on the next', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `Línea ${at}`)
    expect((await readPdfLines(await pdfOf(lines.join('\n')))).filter(Boolean)).toEqual(lines)
  })
})

describe('lines', () => {
  /** Each letter is one point wide. */
  const lay = (words: string, width = 100) => layOutText(words, 'regular', width, (_, run) => [...run].length)
  const drawn = (words: string, width?: number) => lay(words, width).map(({ runs }) => runs.map((run) => run.text))

  test('break between words, and within a word that is longer than a line', () => {
    expect(drawn('uno dos tres', 8)).toEqual([['uno dos '], ['tres']])
    expect(drawn('paracetamol', 5)).toEqual([['parac'], ['etamo'], ['l']])
  })

  test('of Chinese break between its letters', () => {
    expect(drawn('注意事项', 2)).toEqual([['注意'], ['事项']])
  })

  test('order runs by their direction: numbers in Arabic go from left to right', () => {
    expect(drawn('Paciente: محمد علي (45)').flat().join('')).toBe('Paciente: (45)محمد علي ')
    expect(drawn('Paciente: محمد علي, 45 kg').flat().join('')).toBe('Paciente: 45 ,محمد علي kg')
    expect(drawn('العمر 45 سنة').flat().join('')).toBe('سنة 45العمر ')
    expect(lay('العمر 45 سنة')[0]?.isRightToLeft).toBe(true)
    expect(lay('Edad: 45')[0]?.isRightToLeft).toBe(false)
  })
})
