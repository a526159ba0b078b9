import { HEAD_BYTES, kindOf, MAX_DOCUMENT_BYTES } from '@cuida/core/care/documents/document-rules.ts'

/**
 * Longest side of a sent picture in pixels: small print stays readable, and a photo takes a few hundred kilobytes.
 */
const MAX_SIDE = 2_400
/** Smaller files are sent unchanged. */
const SMALL_BYTES = 700_000
const THUMBNAIL = 96

export interface Prepared {
  content: Blob
  thumbnail: string | undefined
}

/**
 * Prepares a file for upload: checks it, shrinks pictures and makes a thumbnail. Returns a refusal code when the
 * server would refuse it, so that the patient need not wait for an upload.
 */
export async function prepare(file: Blob): Promise<Prepared | 'UNSUPPORTED_FILE' | 'TOO_LARGE' | 'FILE_UNREADABLE'> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  // The file became unavailable meanwhile: a cloud file, a removed memory card.
  if (!head) return 'FILE_UNREADABLE'
  const kind = kindOf(new Uint8Array(head))
  if (!kind) return 'UNSUPPORTED_FILE'
  const picture = kind === 'pdf' ? undefined : await smaller(file)
  const content = picture?.content ?? file
  if (content.size > MAX_DOCUMENT_BYTES) return 'TOO_LARGE'
  return { content, thumbnail: picture?.thumbnail }
}

/** undefined: this browser cannot decode it (HEIC in most); the server can. */
async function smaller(file: Blob): Promise<Prepared | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const thumbnail = await addressOf(await drawn(bitmap, THUMBNAIL, 0.7))
    const isFine = file.size <= SMALL_BYTES && Math.max(bitmap.width, bitmap.height) <= MAX_SIDE
    const resizedFile = isFine ? file : await drawn(bitmap, MAX_SIDE, 0.85)
    bitmap.close()
    return { content: resizedFile.size < file.size ? resizedFile : file, thumbnail }
  } catch {
    return undefined
  }
}

async function drawn(bitmap: ImageBitmap, longest: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no 2D canvas context')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  // Phones limit canvas memory: releases it at once.
  canvas.width = 0
  if (!blob) throw new Error('the canvas could not be encoded')
  return blob
}

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
