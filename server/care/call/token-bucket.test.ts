import { expect, test } from 'vitest'
import { tokenBucket } from './call-socket.ts'

const spent = (bucket: ReturnType<typeof tokenBucket>, times: number, now: number) =>
  Array.from({ length: times }, () => bucket.spend(now)).filter(Boolean).length

test('200 messages at once are accepted, the 201st is not', () => expect(spent(tokenBucket(0), 201, 0)).toBe(200))

test('a second refills 50 messages', () => {
  const bucket = tokenBucket(0)
  spent(bucket, 200, 0)
  expect(spent(bucket, 60, 1_000)).toBe(50)
})

test('a long silence refills no more than one burst', () => {
  const bucket = tokenBucket(0)
  expect(spent(bucket, 300, 3_600_000)).toBe(200)
})

test('50 messages a second are accepted indefinitely', () => {
  const bucket = tokenBucket(0)
  const counts = Array.from({ length: 600 }, (_, second) => spent(bucket, 50, second * 1_000))
  expect(counts.every((count) => count === 50)).toBe(true)
})
