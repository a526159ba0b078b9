// Subsets the typefaces to the characters of es, en and pt, and measures their fallbacks for font.css. Run once,
// followed by plain-zero.py: node ui/tokens/make-font.mjs [name]
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const FULL = {
  atkinson: 'atkinson-hyperlegible-next',
  'open-sans': 'open-sans',
  nunito: 'nunito',
  fraunces: 'fraunces',
}
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const beyond = '\u00a0¡¿ªº°·«»©×€áéíóúüñÁÉÍÓÚÜÑçÇãõâêôàÃÕÂÊÔÀ–—‘’“”…•−'

const only = process.argv[2]
for (const [name, font] of Object.entries(FULL).filter(([each]) => !only || each === only)) {
  const file = `@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`
  const full = readFileSync(createRequire(import.meta.url).resolve(file))
  const subset = await subsetFont(full, ascii + beyond, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  })
  writeFileSync(new URL(`${name}.woff2`, import.meta.url), subset)
  console.log(`${name}.woff2: ${subset.length} bytes`)
}
