import { inflateSync } from 'node:zlib'

/** What a receipt of ours says, line by line: enough of PDF to read what its two fonts wrote. */
export function wordsOfPdf(pdf: Buffer): string[] {
  const lines: string[] = []
  let at = 0
  for (;;) {
    const begin = pdf.indexOf('stream\n', at)
    const end = begin < 0 ? -1 : pdf.indexOf('\nendstream', begin)
    if (end < 0) return lines
    lines.push(...linesOf(unpacked(pdf.subarray(begin + 7, end))))
    at = end + 10
  }
}

function unpacked(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** `[<48656c6c6f> 20 <21>] TJ`: pieces of one line, in hexadecimal of the Windows letters. */
const linesOf = (content: string): string[] =>
  [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([_whole, pieces = '']) =>
    [...pieces.matchAll(/<([0-9a-f]+)>/g)].map(([_, hex = '']) => windows.decode(Buffer.from(hex, 'hex'))).join(''),
  )
const windows = new TextDecoder('windows-1252')
