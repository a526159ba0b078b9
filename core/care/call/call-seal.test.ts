import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Fingerprint } from './call-seal.ts'

const MINE = Array(32).fill('0A').join(':')

test.each([
  ['as a browser writes it', `sha-256 ${MINE}`, true],
  ['a byte short', `sha-256 ${MINE.slice(3)}`, false],
  ['a byte long', `sha-256 ${MINE}:0A`, false],
  ['of a weaker hash', `sha-1 ${MINE}`, false],
  ['with a line of its own behind it', `sha-256 ${MINE}\nrole clinician`, false],
])('a fingerprint %s is sealed: %#', (_, text, sealed) => expect(v.is(Fingerprint, text)).toBe(sealed))
