import { expect, test } from 'vitest'
import { readJson } from './files.ts'

const body = {
  logo: '/uploads/a.svg',
  list: [{ url: '/uploads/b.png' }],
  path: '/products/uploads/x',
  text: 'see /uploads/',
}
const answer = () => Response.json(body)

test('files are where the API is, when that is not where the page is', async () =>
  expect(await readJson(answer(), 'https://api.example')).toEqual({
    ...body,
    logo: 'https://api.example/uploads/a.svg',
    list: [{ url: 'https://api.example/uploads/b.png' }],
  }))

test('on the page’s own origin nothing changes', async () => expect(await readJson(answer(), '')).toEqual(body))
