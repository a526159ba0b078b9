import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { encryptedFiles } from './encrypted.ts'
import { FileDamaged, type Files } from './port.ts'

export interface FilesUnderTest {
  /** An empty store, without encryption. */
  make(): Promise<Files>
  unreachable(): Promise<Files>
}

const SECRET = randomBytes(32)
const keysOf = (name: string) => [{ id: 'a', key: createHmac('sha256', SECRET).update(name).digest() }] as const
/** Far from now, since a store's clock may differ from this process's. */
const FUTURE = new Date('9999-12-31')
const PAST = new Date('2000-01-01')

/** Contract tests of every `Files` adapter, used as the product uses it: with encryption. */
export function filesContract(name: string, { make, unreachable }: FilesUnderTest): void {
  const open = async () => {
    const store = await make()
    return { store, files: encryptedFiles(store, keysOf) }
  }

  describe(name, () => {
    test('a file comes back byte by byte as it was put', async () => {
      const { files } = await open()
      for (const bytes of [randomBytes(300_000), Buffer.alloc(0)]) {
        const id = randomUUID()
        await files.put(id, bytes)
        expect(await files.get(id)).toEqual(bytes)
      }
    })

    test('a second put replaces the content', async () => {
      const { files } = await open()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.put(id, Buffer.from('two'))
      expect(String(await files.get(id))).toBe('two')
    })

    test('a missing file is undefined, and removing it succeeds', async () => {
      const { files } = await open()
      expect(await files.get(randomUUID())).toBeUndefined()
      await files.remove(randomUUID())
    })

    test('a removed file is undefined', async () => {
      const { files } = await open()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.remove(id)
      expect(await files.get(id)).toBeUndefined()
    })

    test('olderThan lists the files written before a moment, and none written after it', async () => {
      const { files } = await open()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      expect(await collectNames(files.olderThan(FUTURE))).toEqual([id])
      expect(await collectNames(files.olderThan(PAST))).toEqual([])
    })

    test('no stored file is readable, and no two are encrypted alike', async () => {
      const { store, files } = await open()
      const ids = [randomUUID(), randomUUID()]
      for (const id of ids) await files.put(id, Buffer.from('Kanarienvogel '.repeat(20)))
      const [first, second] = await Promise.all(ids.map((id) => store.get(id)))
      expect(first?.includes('Kanarienvogel')).toBe(false)
      expect(first).not.toEqual(second)
    })

    test('a file that was changed, truncated, swapped, or encrypted with another key is an error', async () => {
      const { store, files } = await open()
      const [one, two] = [randomUUID(), randomUUID()]
      for (const id of [one, two]) await files.put(id, Buffer.from(`content of ${id}`))
      const bytes = (await store.get(one)) as Buffer
      const other = (await store.get(two)) as Buffer
      const changed = Buffer.from(bytes).fill(bytes.at(-1) === 1 ? 2 : 1, bytes.length - 1)
      for (const stored of [changed, bytes.subarray(0, 20), Buffer.alloc(0), other]) {
        await store.put(one, stored)
        await expect(files.get(one)).rejects.toBeInstanceOf(FileDamaged)
      }
      await expect(encryptedFiles(store, () => [{ id: 'a', key: randomBytes(32) }]).get(two)).rejects.toBeInstanceOf(
        FileDamaged,
      )
    })

    test('a file name with a path is refused', async () => {
      const { files } = await open()
      await expect(files.put('../../etc/passwd', Buffer.from('one'))).rejects.toThrow('UUID')
      await expect(files.get('a/../../b')).rejects.toThrow('UUID')
      await expect(files.remove('..')).rejects.toThrow('UUID')
    })

    test('a store in order passes its check', async () => {
      const { files } = await open()
      expect(await files.check?.run()).toEqual({ state: 'accepted' })
    })

    test('an unreachable store is an outage, not a missing file, and fails its check', async () => {
      const files = encryptedFiles(await unreachable(), keysOf)
      await expect(files.put(randomUUID(), Buffer.from('one'))).rejects.toBeInstanceOf(ProviderDown)
      await expect(files.get(randomUUID())).rejects.toBeInstanceOf(ProviderDown)
      await expect(files.remove(randomUUID())).rejects.toBeInstanceOf(ProviderDown)
      await expect(collectNames(files.olderThan(FUTURE))).rejects.toThrow()
      expect(await files.check?.run()).toMatchObject({ state: 'down' })
    })
  })
}

export async function collectNames(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found
}
