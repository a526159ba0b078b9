import { expect, test } from 'vitest'
import { readJson } from './files.ts'

const body = {
  logo: '/uploads/a.svg',
  list: [{ url: '/uploads/b.png' }],
  path: '/products/uploads/x',
  text: 'see /uploads/',
}
const answer = () => Response.json(body)

test('file addresses get the API’s origin when it differs from the page’s', async () =>
  expect(await readJson(answer(), 'https://api.example')).toEqual({
    ...body,
    logo: 'https://api.example/uploads/a.svg',
    list: [{ url: 'https://api.example/uploads/b.png' }],
  }))

test('file addresses do not change on the page’s own origin', async () =>
  expect(await readJson(answer(), '')).toEqual(body))
