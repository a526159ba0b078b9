import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { collectNames, filesContract } from './contract.ts'
import { diskFiles } from './disk.ts'
import { FileDamaged } from './port.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cuida-files-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const SECRET = randomBytes(32)
const keyOf = (name: string) => createHmac('sha256', SECRET).update(name).digest()
const newFolder = () => mkdtemp(join(root, 'one-'))
const pathIn = (folder: string, id: string) => join(folder, id.slice(0, 2), id)

filesContract('disk', async () => diskFiles({ folder: await newFolder(), keyOf }))

test('no stored file is readable, and no two are encrypted alike', async () => {
  const folder = await newFolder()
  const files = diskFiles({ folder, keyOf })
  const one = randomUUID()
  const two = randomUUID()
  const content = Buffer.from('Kanarienvogel '.repeat(20))
  await files.put(one, content)
  await files.put(two, content)
  const first = await readFile(pathIn(folder, one))
  const second = await readFile(pathIn(folder, two))
  expect(first.includes('Kanarienvogel')).toBe(false)
  expect(first.equals(second)).toBe(false)
})

test('a file that was changed, truncated, swapped, or encrypted with another key is an error', async () => {
  const folder = await newFolder()
  const files = diskFiles({ folder, keyOf })
  const one = randomUUID()
  const two = randomUUID()
  const three = randomUUID()
  for (const id of [one, two, three]) await files.put(id, Buffer.from(`content of ${id}`))
  const bytes = await readFile(pathIn(folder, one))
  await writeFile(pathIn(folder, one), Buffer.concat([bytes.subarray(0, -1), Buffer.from([1])]))
  await expect(files.get(one)).rejects.toBeInstanceOf(FileDamaged)
  await writeFile(pathIn(folder, one), bytes.subarray(0, 20))
  await expect(files.get(one)).rejects.toBeInstanceOf(FileDamaged)
  await rename(pathIn(folder, two), pathIn(folder, one)).catch(() => {})
  await expect(files.get(one)).rejects.toBeInstanceOf(FileDamaged)
  const stranger = diskFiles({ folder, keyOf: () => randomBytes(32) })
  await expect(stranger.get(three)).rejects.toBeInstanceOf(FileDamaged)
})

test('a half-written file is removed, and is not listed', async () => {
  const folder = await newFolder()
  const files = diskFiles({ folder, keyOf })
  const id = randomUUID()
  await files.put(id, Buffer.from('one'))
  const part = `${pathIn(folder, id)}.abcd.part`
  await writeFile(part, 'half')
  await utimes(part, 0, 0)
  expect(await collectNames(files.olderThan(new Date(1_000)))).toEqual([])
  expect(await readdir(join(folder, id.slice(0, 2)))).toEqual([id])
})

test('a folder without write permission is an outage', async () => {
  const folder = join(await newFolder(), 'file')
  await writeFile(folder, '')
  await expect(diskFiles({ folder, keyOf }).put(randomUUID(), Buffer.from('one'))).rejects.toBeInstanceOf(ProviderDown)
})

test('a file name with a path is refused', async () => {
  const files = diskFiles({ folder: await newFolder(), keyOf })
  await expect(files.put('../../etc/passwd', Buffer.from('one'))).rejects.toThrow('UUID')
})
