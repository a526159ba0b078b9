// Subsets the font to the characters of es, en and pt. Run once, followed by plain-zero.py: node
// ui/tokens/make-font.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const FULL = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const beyond = '\u00a0¡¿ªº°·«»©×€áéíóúüñÁÉÍÓÚÜÑçÇãõâêôàÃÕÂÊÔÀ–—‘’“”…•−'

const font = readFileSync(createRequire(import.meta.url).resolve(FULL))
const subset = await subsetFont(font, ascii + beyond, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
})
writeFileSync(new URL('atkinson.woff2', import.meta.url), subset)
console.log(`atkinson.woff2: ${subset.length} bytes`)
