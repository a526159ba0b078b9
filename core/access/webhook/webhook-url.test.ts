import { expect, test } from 'vitest'
import { isWebhookUrl } from './webhook-url.ts'

test.each([
  ['a named host', 'https://hospital.example/hooks?clinic=1', true],
  ['the port of https', 'https://hospital.example:443/', true],
  ['no encryption', 'http://hospital.example/', false],
  ['another port', 'https://hospital.example:8443/', false],
  ['user info', 'https://user:pass@hospital.example/', false],
  ['a user without a password', 'https://user@hospital.example/', false],
  ['an IPv4 address', 'https://203.0.113.9/', false],
  ['an IPv4 address as one number', 'https://2130706433/', false],
  ['an IPv4 address in hexadecimal', 'https://0x7f.1/', false],
  ['an IPv6 address', 'https://[2606:4700::1]/', false],
  ['a name of this machine', 'https://localhost/', false],
  ['http to this machine', 'http://127.0.0.1:9000/', false],
  ['another protocol', 'ftp://hospital.example/', false],
  ['no URL', 'hospital.example', false],
])('%s: %s is allowed: %s', (_, url, isAllowed) => expect(isWebhookUrl(url)).toBe(isAllowed))

test.each([
  ['http://127.0.0.1:9000/', true],
  ['http://localhost:9000/', true],
  ['http://10.0.0.1/', false],
  ['https://127.0.0.1/', false],
])('in development %s is allowed: %s', (url, isAllowed) =>
  expect(isWebhookUrl(url, { mayReachLoopback: true })).toBe(isAllowed),
)
