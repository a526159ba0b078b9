import { beforeEach, expect, test, vi } from 'vitest'
import { deleteSharedFiles, shareFile } from './native-files.ts'

const plugin = vi.hoisted(() => ({ log: [] as unknown[], share: vi.fn(async () => {}), rmdir: vi.fn(async () => {}) }))
vi.mock('@capacitor/filesystem', () => ({
  Directory: { Cache: 'CACHE' },
  Filesystem: {
    async writeFile(file: object) {
      plugin.log.push(['write', file])
      return { uri: 'file:///cache/given/x' }
    },
    async rmdir(folder: object) {
      plugin.log.push(['remove', folder])
      await plugin.rmdir()
    },
  },
}))
vi.mock('@capacitor/share', () => ({
  Share: {
    async share(how: object) {
      plugin.log.push(['share', how])
      await plugin.share()
    },
  },
}))
beforeEach(() => {
  plugin.log.length = 0
  plugin.share.mockReset()
  plugin.rmdir.mockReset()
})
const removed = ['remove', { path: 'given', directory: 'CACHE', recursive: true }]

test('a file is written to the private cache after earlier files were deleted', async () => {
  await shareFile(new Blob([new Uint8Array([0, 1, 254, 255])]), 'receta.pdf')
  expect(plugin.log).toEqual([
    removed,
    ['write', { path: 'given/receta.pdf', directory: 'CACHE', data: 'AAH+/w==', recursive: true }],
    ['share', { files: ['file:///cache/given/x'], title: 'receta.pdf', dialogTitle: 'receta.pdf' }],
  ])
})

test.each([8_191, 8_192, 8_193, 20_000])('a file of %i bytes arrives complete', async (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
  await shareFile(new Blob([bytes]), 'x')
  const [_name, { data }] = plugin.log[1] as [string, { data: string }]
  expect(Buffer.from(data, 'base64').equals(bytes)).toBe(true)
})

test.each([
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['../../x', '..-..-x'],
  ['Ana\u0000\u0007\nñ 1', 'Ana-ñ 1'],
])('a file name is valid on every phone: %s', async (name, storedName) => {
  await shareFile(new Blob(['x']), name)
  expect((plugin.log[1] as [string, object])[1]).toMatchObject({ path: `given/${storedName}` })
})

test('closing the share sheet is no error; other failures are thrown', async () => {
  plugin.share.mockRejectedValueOnce(new Error('Share canceled'))
  await shareFile(new Blob(['x']), 'x')
  for (const failure of [new Error('Unable'), 'Share canceled']) {
    plugin.share.mockRejectedValueOnce(failure)
    await expect(shareFile(new Blob(['x']), 'x')).rejects.toBe(failure)
  }
})

test('shared files are deleted, also when there are none', async () => {
  plugin.rmdir.mockRejectedValueOnce(new Error('does not exist'))
  await deleteSharedFiles()
  expect(plugin.log).toEqual([removed])
})
