import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, mountSmallDisk } from '../../../tools/small-disk.ts'
import { ProviderDown } from '../provider-down.ts'
import { collectNames } from './contract.ts'
import { diskFiles } from './disk.ts'

test.skipIf(!canMount)(
  'on a full disk a document is refused whole, others are read, and it is taken once there is room',
  async () => {
    const disk = mountSmallDisk(512)
    onTestFinished(disk.remove)
    const files = diskFiles(disk.folder)
    const [first, second] = [randomUUID(), randomUUID()]
    const bytes = randomBytes(100_000)
    await files.put(first, bytes)
    disk.fill()
    await expect(files.put(second, bytes)).rejects.toThrow(ProviderDown)
    expect(await files.get(first)).toEqual(bytes)
    expect(await files.get(second)).toBeUndefined()
    disk.free()
    await files.put(second, bytes)
    expect(await files.get(second)).toEqual(bytes)
    const names = await collectNames(files.olderThan(new Date('9999-12-31')))
    expect(names.toSorted()).toEqual([first, second].toSorted())
  },
)
