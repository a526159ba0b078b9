import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomically } from './atomic-write.ts'
import { createPictureStore } from './picture-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuida-put-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('of concurrent writers of one file one wins completely, and no temporary file is left', async () => {
  const file = join(folder, 'below', 'kept.json')
  const texts = Array.from({ length: 30 }, (_, at) => String(at % 10).repeat(50_000 + at * 20_000))
  await Promise.all(texts.map((text) => writeFileAtomically(file, text)))
  expect(texts).toContain(await readFile(file, 'utf8'))
  expect(await readdir(join(folder, 'below'))).toEqual(['kept.json'])
})

test('a failed write leaves no temporary file', async () => {
  const file = join(folder, 'taken')
  await mkdir(file)
  await expect(writeFileAtomically(file, 'x')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
})

test('the file name of a stored picture does not depend on its path', async () => {
  const pictures = createPictureStore(folder)
  const picture = { type: 'image/png', bytes: Buffer.from('89504e47', 'hex') }
  for (const path of ['/uploads/../../etc/x.png', '/uploads/a.png', '/uploads/a.png\0.svg']) {
    await pictures.keep(path, picture)
    expect(await pictures.find(path)).toEqual(picture)
  }
  for (const name of await readdir(folder)) expect(name).toMatch(/^[0-9a-f]{32}$/)
})
