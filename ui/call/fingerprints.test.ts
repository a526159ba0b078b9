import { expect, test } from 'vitest'
import { fingerprintsOf } from './fingerprints.ts'

const MINE = Array(32).fill('0A').join(':')
const OTHER = Array(32).fill('FF').join(':')
const sdp = (...lines: string[]) => ['v=0', 's=-', ...lines, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ''].join('\r\n')

test.each([
  ['the one of a browser’s description', sdp(`a=fingerprint:sha-256 ${MINE}`), [`sha-256 ${MINE}`]],
  [
    'one that every part repeats, once',
    sdp(`a=fingerprint:sha-256 ${MINE}`, `a=fingerprint:SHA-256 ${MINE.toLowerCase()}`),
    [`sha-256 ${MINE}`],
  ],
  [
    'a second one that somebody slipped in',
    sdp(`a=fingerprint:sha-256 ${MINE}`, `a=fingerprint:sha-256 ${OTHER}`),
    [`sha-256 ${MINE}`, `sha-256 ${OTHER}`],
  ],
  ['one of another kind', sdp('a=fingerprint:sha-1 AA:BB'), ['sha-1 AA:BB']],
  ['none', sdp(), []],
])('a description names %s', (_, text, named) => expect(fingerprintsOf(text)).toEqual(named))
