import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUpstream, type Upstream } from '../remote/test-upstream.ts'
import { createCmsClient } from './cms-client.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SHORT = { timeoutMs: 300 }
let cms: Upstream
beforeAll(async () => {
  cms = await startUpstream()
})
afterAll(() => cms.close())

test('requests carry the token, ask for version 4 format, and revalidate unchanged answers by ETag', async () => {
  const client = createCmsClient({ url: `${cms.url}/`, token: 'ours' })
  cms.says('{"data":[1]}', { ...JSON_TYPE, etag: '"one"' })
  expect(await client.get('products?locale=en')).toEqual({ data: [1] })
  expect(cms.heard[0]).toMatchObject({
    method: 'GET',
    url: '/api/products?locale=en',
    headers: { authorization: 'Bearer ours', 'strapi-response-format': 'v4' },
  })
  cms.says('', {}, 304)
  expect(await client.get('products?locale=en')).toEqual({ data: [1] })
  expect(cms.heard[0]?.headers['if-none-match']).toBe('"one"')
})
test('a missing resource is undefined and is requested again', async () => {
  const client = createCmsClient({ url: cms.url })
  cms.says('{}', JSON_TYPE, 404)
  expect(await client.get('words')).toBeUndefined()
  expect(cms.heard[0]?.headers).not.toHaveProperty('authorization')
  cms.says('{"data":[]}', JSON_TYPE)
  expect(await client.get('words')).toEqual({ data: [] })
})
test.each([301, 304, 401, 403, 429, 500])('status %i is a failure', async (status) => {
  cms.says('{"data":[]}', { ...JSON_TYPE, location: `${cms.url}/inside` }, status)
  await expect(createCmsClient({ url: cms.url }).get('faqs?locale=es')).rejects.toThrow(
    `faqs: the content service answered ${status}`,
  )
  expect(cms.heard).toHaveLength(1)
})
test.each([401, 403])('status %i tells the operator what to do', async (status) => {
  cms.says('{}', JSON_TYPE, status)
  const without = createCmsClient({ url: cms.url }).get('faqs')
  await expect(without).rejects.toThrow(`${status}. CONTENT_TOKEN is not set, and this type is not public`)
  const refused = createCmsClient({ url: cms.url, token: 'secret' }).get('faqs')
  await expect(refused).rejects.toThrow('CONTENT_TOKEN is not accepted, or it lacks the find permission on this type')
  await expect(refused).rejects.not.toThrow('secret')
})
test('a truncated response, an endless one and invalid JSON are failures', async () => {
  const get = () => createCmsClient({ url: cms.url, ...SHORT }).get('faqs')
  cms.says('<html>', JSON_TYPE)
  await expect(get()).rejects.toThrow('faqs: the answer is not JSON')
  const begin = { ...JSON_TYPE, 'content-length': '1000' }
  cms.does((_, response) => response.writeHead(200, begin).write('{"a":', () => response.destroy()))
  await expect(get()).rejects.toThrow()
  cms.does((_, response) => {
    response.writeHead(200, JSON_TYPE)
    const slowly = setInterval(() => response.write(' '), SHORT.timeoutMs / 8)
    response.on('close', () => clearInterval(slowly))
  })
  await expect(get()).rejects.toThrow('timed out')
  cms.does((_, response) => {
    response.writeHead(200, JSON_TYPE)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, 32)));
    }
    response.on('drain', more)
    more()
  })
  await expect(createCmsClient({ url: cms.url }).get('faqs')).rejects.toThrow('more than')
})
