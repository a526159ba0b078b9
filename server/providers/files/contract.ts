import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Files } from './port.ts'

/** What every place for files must show. */
export function filesContract(name: string, make: () => Promise<Files>): void {
  describe(name, () => {
    test('a file comes back as it was put, byte by byte', async () => {
      const files = await make()
      const id = randomUUID()
      const bytes = randomBytes(300_000)
      await files.put(id, bytes)
      expect(await files.get(id)).toEqual(bytes)
    })

    test('put twice, it is the one that was put last', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.put(id, Buffer.from('two'))
      expect(String(await files.get(id))).toBe('two')
    })

    test('what is not there is not there, and removing it is no failure', async () => {
      const files = await make()
      expect(await files.get(randomUUID())).toBeUndefined()
      await files.remove(randomUUID())
    })

    test('what was removed is gone', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      await files.remove(id)
      expect(await files.get(id)).toBeUndefined()
    })

    test('the files of before a moment are named, and none that came after', async () => {
      const files = await make()
      const id = randomUUID()
      await files.put(id, Buffer.from('one'))
      // Far from now: the kernel's clock writes the time of a file, and it may differ from this process's.
      const namesBefore = (moment: string) => namesOf(files.olderThan(new Date(moment)))
      expect(await namesBefore('9999-12-31')).toEqual([id])
      expect(await namesBefore('2000-01-01')).toEqual([])
    })
  })
}

export async function namesOf(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found
}
