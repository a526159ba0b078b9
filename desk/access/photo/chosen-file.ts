import { type Crop, cropArea, maxZoom, type Picture } from './crop.ts'

/** A chosen and decoded image file; `url` displays it until it is revoked. */
export interface ChosenFile extends Picture {
  url: string
  bitmap: ImageBitmap
}
export type ChosenFileProblem = 'unreadable' | 'small'

/**
 * The browser decodes the file and applies its EXIF orientation. It may support more formats than the server does.
 */
export async function openChosen(file: Blob): Promise<ChosenFile | ChosenFileProblem> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return 'unreadable'
  const { width, height } = bitmap
  if (maxZoom({ width, height }) < 1) {
    bitmap.close()
    return 'small'
  }
  return { width, height, bitmap, url: URL.createObjectURL(file) }
}

export function releaseFile({ url, bitmap }: ChosenFile): void {
  URL.revokeObjectURL(url)
  bitmap.close()
}

/**
 * Pixels: twice the display size of a profile photo. The crop is redrawn here, so neither its surroundings nor the
 * file's metadata leave the browser.
 */
const MAX_SIDE = 640

export async function cropToBlob(chosenFile: ChosenFile, crop: Crop): Promise<Blob> {
  const { left, top, side } = cropArea(crop, chosenFile)
  const size = Math.round(Math.min(MAX_SIDE, side))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('the browser has no 2D canvas context')
  drawing.imageSmoothingQuality = 'high'
  // Transparent areas become white, as JPEG has no transparency.
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, size, size)
  drawing.drawImage(chosenFile.bitmap, left, top, side, side, 0, 0, size, size)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be encoded as JPEG'))),
      'image/jpeg',
      0.92,
    ),
  )
}
