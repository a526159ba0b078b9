import { createRequire } from 'node:module'
import type bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { findFont, graphemesOf, type LoadedFont, type Weight, withCodePoints } from './fonts.ts'

// Lays out text of any script in lines: pdfkit wraps text of one font and one direction only.

// The types declare a default export, but the CommonJS module exports the function itself.
const bidi = createRequire(import.meta.url)('bidi-js') as typeof bidiFactory.default
const { getEmbeddingLevels, getMirroredCharactersMap } = bidi()

/** A part of a line in one font and one direction, in logical order. */
export interface TextRun {
  font: LoadedFont
  text: string
  width: number
}
export interface TextLine {
  /** Runs from left to right. */
  runs: TextRun[]
  width: number
  isRightToLeft: boolean
}
type Measure = (font: LoadedFont, text: string) => number

interface Letter {
  text: string
  font: LoadedFont
  level: number
}

/**
 * Breaks a text into lines of at most `width` by the Unicode rules for line breaking (UAX 14) and direction (UAX 9).
 */
export function layOutText(text: string, weight: Weight, width: number, measure: Measure): TextLine[] {
  return withCodePoints(text)
    .split('\n')
    .flatMap((paragraph) => layOutParagraph(paragraph, weight, width, measure))
}

function layOutParagraph(paragraph: string, weight: Weight, width: number, measure: Measure): TextLine[] {
  const { levels, paragraphs } = getEmbeddingLevels(paragraph)
  const isRightToLeft = ((paragraphs[0]?.level ?? 0) & 1) === 1
  const lines: TextLine[] = []
  let offset = 0
  for (const line of breakLines(paragraph, weight, width, measure)) {
    const letters = lettersOf(line, weight, (at) => levels[offset + at] ?? 0)
    offset += line.length
    const runs = orderRuns(letters).map(({ font, text }) => ({ font, text, width: measure(font, text) }))
    lines.push({ runs, width: runs.reduce((sum, run) => sum + run.width, 0), isRightToLeft })
  }
  return lines
}

/**
 * The lines of a paragraph; joined they are its text. Each word is measured once: measuring the whole line with every
 * word would shape a long note hundreds of times.
 */
function breakLines(paragraph: string, weight: Weight, width: number, measure: Measure): string[] {
  const measured = new Map<string, number>()
  const widthOf = (text: string) => {
    const known = measured.get(text)
    if (known !== undefined) return known
    const runs = fontRuns(lettersOf(text, weight, () => 0))
    const sum = runs.reduce((total, run) => total + measure(run.font, run.text), 0)
    measured.set(text, sum)
    return sum
  }
  const lines: string[] = []
  let line = ''
  let used = 0
  const push = (piece: string) => {
    if (line && used + widthOf(piece.trimEnd()) > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += piece
    used += widthOf(piece)
  }
  for (const word of breakable(paragraph)) {
    // A word longer than a line can break anywhere.
    if (widthOf(word.trimEnd()) <= width) push(word)
    else for (const grapheme of graphemesOf(word)) push(grapheme)
  }
  return [...lines, line]
}

function breakable(paragraph: string): string[] {
  const breaker = new LineBreaker(paragraph)
  const content: string[] = []
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    content.push(paragraph.slice(start, next.position))
    start = next.position
  }
  return content
}

function lettersOf(text: string, weight: Weight, levelAt: (offset: number) => number): Letter[] {
  const letters: Letter[] = []
  let offset = 0
  for (const grapheme of graphemesOf(text)) {
    const level = levelAt(offset)
    const previous = letters.at(-1)
    // A space between two words of a script keeps their font, so that both are shaped as one run.
    const font = previous && /^\s$/u.test(grapheme) ? previous.font : findFont(grapheme, weight)
    if (!font) throw new Error('no font has this character: call withCodePoints first')
    letters.push({ text: grapheme, font, level })
    offset += grapheme.length
  }
  return letters
}

interface Piece {
  font: LoadedFont
  level: number
  text: string
}

function fontRuns(letters: Letter[]): Piece[] {
  const runs: Piece[] = []
  for (const { text, font, level } of letters) {
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += text
    else runs.push({ text, font, level })
  }
  return runs
}

/** Rule L2 of the bidirectional algorithm, by runs: fontkit orders glyphs within a run of Arabic or Hebrew itself. */
function orderRuns(letters: Letter[]): Piece[] {
  const runs = fontRuns(letters).map((run) => (run.level & 1 ? { ...run, text: mirrored(run.text) } : run))
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start
      while ((runs[end]?.level ?? -1) >= level) end++
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  }
  return runs
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Mirrors brackets in right-to-left text and reverses runs of signs only, which fontkit does not reorder. */
function mirrored(text: string): string {
  const mirrors = getMirroredCharactersMap(text, new Uint8Array(text.length).fill(1))
  const turned = [...text].map((letter, index) => mirrors.get(index) ?? letter)
  return RIGHT_TO_LEFT.test(text) ? turned.join('') : turned.reverse().join('')
}
