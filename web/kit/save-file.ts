import type { FileContent } from '@cuida/core/kit/call.ts'

const KEEP_MS = 60_000

/** Hands a file to the browser, which asks or keeps it as the person has set it to. */
export async function saveFile(content: FileContent, name: string): Promise<void> {
  const file = content instanceof Blob ? content : new Blob([await content.arrayBuffer()], { type: content.type })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
