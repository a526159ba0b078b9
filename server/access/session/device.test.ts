import { expect, test } from 'vitest'
import { deviceOf } from './token-delivery.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome, Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 'Safari, Mac'],
  ['curl/8.0', null],
  [undefined, null],
])('the user agent %s is listed as %s', (agent, device) =>
  expect(deviceOf({ headers: { 'user-agent': agent } })).toBe(device),
)

const iPad = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
test.each([
  ['android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'App, Android'],
  ['ios', iPad, 'App, iPad'],
  ['ios', '', 'App, iPhone'],
  ['web', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome, Android'],
  ['somebody-else', 'curl/8.0', null],
])('the client %s with user agent %s is listed as %s', (clientId, agent, device) =>
  expect(deviceOf({ headers: { 'user-agent': agent }, query: { clientId } })).toBe(device),
)
