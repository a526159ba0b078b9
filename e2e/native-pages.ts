import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fillPage } from '../native/page.ts'
import { VITE_BIN } from '../tools/builds.ts'
import { ROOT } from '../tools/run.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The settings of one partner's pages. */
export interface Reached {
  apiUrl: string
  environment: 'production' | 'development'
}

export interface NativePages {
  origin: string
  stop(): void
}

/**
 * Builds the pages of the native app into a folder of its own, because another journey may build them at the same
 * time.
 */
function buildNativePages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cuida-native-'))
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [VITE_BIN, 'build', '--mode', 'native', '--logLevel', 'warn', '--outDir', folder]
  const { status } = spawnSync(process.execPath, args, { cwd: join(ROOT, 'web'), env, stdio: 'inherit' })
  if (status !== 0) throw new Error('the native pages could not be built')
  return folder
}

/**
 * Builds and serves the pages from an origin of their own, like the shell on a phone: any path without a file returns
 * the page.
 */
export async function serveNativePages(talksTo: () => Reached, port: number): Promise<NativePages> {
  const pages = buildNativePages()
  const settings = () => ({
    appName: 'Vida Ligera',
    // `localhost` and 127.0.0.1 are different origins; the server separates the payment page in the same way.
    paymentOrigin: talksTo().apiUrl.replace('127.0.0.1', 'localhost'),
    helpOrigin: talksTo().apiUrl.replace('127.0.0.1', 'help.localhost'),
    linkHost: 'vida-ligera.example',
    firebase: true,
    ...talksTo(),
  })
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const file = join(pages, path)
    const isFile = file.startsWith(pages) && extname(file) !== '' && existsSync(file)
    const body = isFile ? readFileSync(file) : fillPage(readFileSync(join(pages, 'index.html'), 'utf8'), settings())
    response.writeHead(200, { 'content-type': TYPES[isFile ? extname(file) : '.html'] ?? 'application/octet-stream' })
    response.end(body)
  })
  const stop = () => {
    server.close()
    // A page that is still open asks for more, which would find no file.
    server.closeAllConnections()
    rmSync(pages, { recursive: true })
  }
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return { origin: `http://localhost:${port}`, stop }
}
