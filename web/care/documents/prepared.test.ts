import { MAX_DOCUMENT_BYTES } from '@cuida/core/care/documents/document-rules.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepare } from './prepare.ts'

/** A decoded picture and its canvas drawings; each encoded pixel counts a tenth of a byte. */
const drawings: { width: number; height: number; quality: number; filled: unknown }[] = []
let bitmap: { width: number; height: number; close: () => void } | undefined
let gives: 'picture' | 'nothing' | 'no context' = 'picture'

beforeEach(() => {
  drawings.length = 0
  gives = 'picture'
  bitmap = { width: 4_800, height: 2_400, close: vi.fn() }
  vi.stubGlobal('createImageBitmap', async (_: Blob, how: object) => {
    expect(how).toEqual({ imageOrientation: 'from-image' })
    if (!bitmap) throw new Error('cannot open')
    return bitmap
  })
  vi.stubGlobal('FileReader', Reader)
  vi.stubGlobal('document', { createElement: () => canvasOf() })
})
afterEach(() => void vi.unstubAllGlobals())

class Reader {
  result = ''
  onload = () => {}
  readAsDataURL({ size, type }: Blob): void {
    this.result = `data:${type};${size}`
    queueMicrotask(() => this.onload())
  }
}

function canvasOf() {
  const context = { fillStyle: '', fillRect: () => {}, drawImage: () => {} }
  return {
    width: 0,
    height: 0,
    getContext: () => (gives === 'no context' ? null : context),
    toBlob(take: (blob: Blob | null) => void, type: string, quality: number) {
      const { width, height } = this
      drawings.push({ width, height, quality, filled: context.fillStyle })
      take(gives === 'nothing' ? null : new Blob([new Uint8Array((width * height) / 10)], { type }))
    },
  }
}

const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const PDF = [...'%PDF-1.7'].map((letter) => letter.charCodeAt(0))
const fileOf = (head: number[], size: number) => new Blob([new Uint8Array(head), new Uint8Array(size - head.length)])
const prepareFile = async (file: Blob) => {
  const prepared = await prepare(file)
  return typeof prepared === 'string' ? prepared : { size: prepared.content.size, thumbnail: prepared.thumbnail }
}

describe('a picture', () => {
  test('a large picture is shrunk, with a thumbnail, upright and on white', async () => {
    expect(await prepareFile(fileOf(JPEG, 5_000_000))).toEqual({ size: 288_000, thumbnail: 'data:image/jpeg;460' })
    expect(drawings).toEqual([
      { width: 96, height: 48, quality: 0.7, filled: '#ffffff' },
      { width: 2_400, height: 1_200, quality: 0.85, filled: '#ffffff' },
    ])
    expect(bitmap?.close).toHaveBeenCalledOnce()
  })

  test.each([
    ['small in bytes and sides is sent unchanged', 700_000, 2_400, 1],
    ['a byte larger is redrawn', 700_001, 2_400, 2],
    ['larger in pixels than needed is redrawn', 700_000, 2_401, 2],
  ])('a picture that is %s', async (_, size, width, times) => {
    bitmap = { width, height: 10, close: () => {} }
    await prepareFile(fileOf(JPEG, size))
    expect(drawings).toHaveLength(times)
  })

  test('a picture that did not become smaller is sent unchanged', async () => {
    bitmap = { width: 2_400, height: 2_400, close: () => {} }
    const file = fileOf(JPEG, 300_000)
    expect(await prepare(file)).toMatchObject({ content: file })
    bitmap = { width: 2_500, height: 2_500, close: () => {} }
    expect(await prepare(file)).toMatchObject({ content: file })
  })

  test('a picture one pixel wide keeps at least one pixel', async () => {
    bitmap = { width: 9_600, height: 1, close: () => {} }
    await prepareFile(fileOf(JPEG, 900_000))
    expect(drawings[0]).toMatchObject({ width: 96, height: 1 })
    bitmap = { width: 1, height: 9_600, close: () => {} }
    await prepareFile(fileOf(JPEG, 900_000))
    expect(drawings[2]).toMatchObject({ width: 1, height: 96 })
  })

  test.each(['unopened', 'nothing', 'no context'] as const)(
    'a picture that this browser cannot shrink (%s) is sent whole without a thumbnail',
    async (why) => {
      if (why === 'unopened') bitmap = undefined
      else gives = why
      expect(await prepareFile(fileOf(JPEG, 900_000))).toEqual({ size: 900_000, thumbnail: undefined })
    },
  )
})

test('a PDF is sent unchanged and has no thumbnail', async () => {
  expect(await prepareFile(fileOf(PDF, 900_000))).toEqual({ size: 900_000, thumbnail: undefined })
  expect(drawings).toEqual([])
})

test('a file that would be refused is reported before the upload', async () => {
  expect(await prepareFile(new Blob(['hello, this is no picture and no paper']))).toBe('UNSUPPORTED_FILE')
  expect(await prepareFile(fileOf(PDF, MAX_DOCUMENT_BYTES))).toMatchObject({ size: MAX_DOCUMENT_BYTES })
  expect(await prepareFile(fileOf(PDF, MAX_DOCUMENT_BYTES + 1))).toBe('TOO_LARGE')
  const unreadableFile = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect(await prepare(unreadableFile as never)).toBe('FILE_UNREADABLE')
})
