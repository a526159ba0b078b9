import { request } from 'node:https'
import { expect, test } from '@playwright/test'
import { freePort } from '../tools/ports.ts'
import { isNginxInstalled, startNginx } from './nginx.ts'

test.skip(!isNginxInstalled, 'nginx is not installed (Debian: apt-get install nginx)')

test('with no process left, the proxy shows the emergency number and tries again', async () => {
  const port = await freePort()
  const nginx = await startNginx(port, [await freePort(), await freePort()])
  try {
    const { status, headers, body } = await get(port, nginx.certificate)
    expect(status).toBe(502)
    expect(body).toContain('<a href="tel:112">112</a>')
    expect(body).toContain('http-equiv="refresh"')
    expect(headers['x-content-type-options']).toBe('nosniff')
  } finally {
    await nginx.stop()
  }
})

function get(port: number, ca: string) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', ca }, async (reply) => {
        let body = ''
        for await (const part of reply) body += part
        resolve({ status: reply.statusCode, headers: reply.headers, body })
      })
        .once('error', reject)
        .end()
    },
  )
}
