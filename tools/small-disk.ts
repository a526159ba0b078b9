import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine lets the tests mount file systems. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** A file system of its own with so much room, for tests of a full disk. */
export interface SmallDisk {
  folder: string
  /** Takes all room that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
  remove(): void
}

/** `owner`: the user id that may write there. */
export function mountSmallDisk(kilobytes: number, owner = 0): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const options = `size=${kilobytes}k,uid=${owner},mode=700`
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount: ${stderr}`)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size))
        } catch {
          // Full for pieces of this size.
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
