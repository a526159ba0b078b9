import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The bytes that a program's heap holds after a garbage collection, and with `file` a heap snapshot for DevTools. The
 * program listens to debuggers on `port` (`--inspect-port`) only while it is asked.
 */
export async function measureHeap(pid: number, port: number, file?: string): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(port))
  await once(socket, 'open')
  let asked = 0
  const ask = async <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++asked
    const answer = new Promise<T>((resolve, reject) => {
      const read = ({ data }: MessageEvent) => {
        const message = JSON.parse(data)
        if (message.id !== id) return
        socket.removeEventListener('message', read)
        if (message.error) reject(new Error(`${method}: ${message.error.message}`))
        else resolve(message.result)
      }
      socket.addEventListener('message', read)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answer
  }
  await ask('HeapProfiler.enable')
  // Finalizers run between two collections, and free what they held with the second.
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const { usedSize } = await ask<{ usedSize: number }>('Runtime.getHeapUsage')
  if (file) {
    const out = createWriteStream(file)
    const write = ({ data }: MessageEvent) => {
      const { method, params } = JSON.parse(data)
      if (method === 'HeapProfiler.addHeapSnapshotChunk') out.write(params.chunk)
    }
    socket.addEventListener('message', write)
    await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    socket.removeEventListener('message', write)
    out.end()
    await once(out, 'finish')
  }
  const closed = once(socket, 'close')
  socket.send(JSON.stringify({ id: 0, method: 'Runtime.evaluate', params: { expression: 'process._debugEnd()' } }))
  await closed
  return usedSize
}

async function debuggerUrl(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const [target] = reply ? ((await reply.json()) as { webSocketDebuggerUrl: string }[]) : []
    if (target) return target.webSocketDebuggerUrl
    await sleep(50)
  }
  throw new Error(`no debugger answers on ${port}`)
}
