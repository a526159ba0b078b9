import type { FileContent } from '@cuida/core/kit/call.ts'
import { platform } from '../platform/platform.ts'

const KEEP_MS = 60_000

/** Saves a file for the person: a browser download, or the phone's share sheet in a native app. */
export async function saveFile(content: FileContent, name: string): Promise<void> {
  const file = content instanceof Blob ? content : new Blob([await content.arrayBuffer()], { type: content.type })
  return platform().files?.give(file, name) ?? download(file, name)
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
