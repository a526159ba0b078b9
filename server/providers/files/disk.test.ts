import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectNames, filesContract } from './contract.ts'
import { diskFiles } from './disk.ts'
import { encryptedFiles } from './encrypted.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cuida-files-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const newFolder = () => mkdtemp(join(root, 'one-'))
const pathIn = (folder: string, id: string) => join(folder, id.slice(0, 2), id)

filesContract('disk', {
  make: async () => diskFiles(await newFolder()),
  async unreachable() {
    const folder = join(await newFolder(), 'file')
    await writeFile(folder, '')
    return diskFiles(folder)
  },
})

test('a half-written file is removed after an hour, and is not listed', async () => {
  const folder = await newFolder()
  const files = diskFiles(folder)
  const id = randomUUID()
  await files.put(id, Buffer.from('one'))
  const left = `${pathIn(folder, id)}.abcd.part`
  const growing = `${pathIn(folder, id)}.ef01.part`
  for (const part of [left, growing]) await writeFile(part, 'half')
  await utimes(left, 0, 0)
  await utimes(growing, new Date(), new Date())
  expect(await collectNames(files.olderThan(new Date('9999-12-31')))).toEqual([id])
  expect((await readdir(join(folder, id.slice(0, 2)))).sort()).toEqual([id, `${id}.ef01.part`])
})

test('a file that an earlier release stored is readable', async () => {
  const folder = await newFolder()
  const id = '11111111-2222-4333-8444-555555555555'
  // Nonce, tag and content, written with the key below.
  const stored = 'fP+T5iJPrQ6kbWIxP8OSnkCeISCSjtEnMgV/jU5tTLaW5VUb0/9dF9jIMXJ+wiXf9Sr1oyYZ4fY='
  await diskFiles(folder).put(id, Buffer.from(stored, 'base64'))
  const files = encryptedFiles(diskFiles(folder), () => [{ id: '0', key: Buffer.alloc(32, 7) }])
  expect(String(await files.get(id))).toBe('kept since the first release')
})
