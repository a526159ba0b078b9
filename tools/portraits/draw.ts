import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from '../run.ts'
import { PEOPLE } from './people.ts'
import { portrait } from './portrait.ts'

// node tools/portraits/draw.ts: draws the demo's clinicians anew into their packs. What runs reads the files alone.

for (const [partner, people] of Object.entries(PEOPLE)) {
  const folder = join(ROOT, 'content', 'partners', partner, 'uploads', 'people')
  await mkdir(folder, { recursive: true })
  for (const person of people) {
    const picture = sharp(Buffer.from(portrait(person))).webp({ quality: 90, effort: 6 })
    await writeFile(join(folder, `${person.name}.webp`), await picture.toBuffer())
  }
}
