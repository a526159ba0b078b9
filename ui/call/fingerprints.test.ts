import { expect, test } from 'vitest'
import { parseFingerprints } from './fingerprints.ts'

const MINE = Array(32).fill('0A').join(':')
const OTHER = Array(32).fill('FF').join(':')
const sdp = (...lines: string[]) => ['v=0', 's=-', ...lines, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ''].join('\r\n')

test.each([
  ['a browser’s description has one', sdp(`a=fingerprint:sha-256 ${MINE}`), [`sha-256 ${MINE}`]],
  [
    'a repeated one counts once',
    sdp(`a=fingerprint:sha-256 ${MINE}`, `a=fingerprint:SHA-256 ${MINE.toLowerCase()}`),
    [`sha-256 ${MINE}`],
  ],
  [
    'an injected second one is found',
    sdp(`a=fingerprint:sha-256 ${MINE}`, `a=fingerprint:sha-256 ${OTHER}`),
    [`sha-256 ${MINE}`, `sha-256 ${OTHER}`],
  ],
  ['another hash algorithm is kept', sdp('a=fingerprint:sha-1 AA:BB'), ['sha-1 AA:BB']],
  ['a description may have none', sdp(), []],
])('the fingerprints of a description: %s', (_, text, named) => expect(parseFingerprints(text)).toEqual(named))
