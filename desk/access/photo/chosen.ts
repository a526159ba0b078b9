import { type Crop, closestOf, type Picture, squareOf } from './crop.ts'

/** A file that was chosen, opened; `url` shows it until it is let go. */
export interface Chosen extends Picture {
  url: string
  bitmap: ImageBitmap
}
export type ChosenProblem = 'unreadable' | 'small'

/** As it is seen: turned upright by the browser, which may know more kinds of picture than the server. */
export async function openChosen(file: Blob): Promise<Chosen | ChosenProblem> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return 'unreadable'
  const { width, height } = bitmap
  if (closestOf({ width, height }) < 1) {
    bitmap.close()
    return 'small'
  }
  return { width, height, bitmap, url: URL.createObjectURL(file) }
}

export function letGo({ url, bitmap }: Chosen): void {
  URL.revokeObjectURL(url)
  bitmap.close()
}

/** Twice what a profile shows: nothing beside the face leaves this desk, nor what the file says of itself. */
const MOST_SIDE = 640

export async function cutOut(chosen: Chosen, crop: Crop): Promise<Blob> {
  const { left, top, side } = squareOf(crop, chosen)
  const size = Math.round(Math.min(MOST_SIDE, side))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('this browser draws nothing')
  drawing.imageSmoothingQuality = 'high'
  // What a picture lets through is white, as on paper.
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, size, size)
  drawing.drawImage(chosen.bitmap, left, top, side, side, 0, 0, size, size)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.92),
  )
}
