import * as v from 'valibot'
import { expect, test } from 'vitest'
import { tidyDigits, tidyName, tidyPasted, tidyPhone } from './pasted-text.ts'
import { Code, Name, PastedText, Phone } from './shapes.ts'

const LEFT_OVER = ['\u200b', '\ufeff', '\u00ad', '\u200e', '\u202a', '\u2066', '\u2060', '\u00a0', '\t', '\n', '\u3000']

test.each(LEFT_OVER)('%j around a code, a phone or a name is a copying artefact and is removed', (artefact) => {
  const pasted = (text: string) => `${artefact}${text}${artefact}`
  expect(tidyPasted(pasted('VIDA10'))).toBe('VIDA10')
  expect(tidyDigits(pasted('012 345'))).toBe('012345')
  expect(tidyPhone(pasted('+34600000001'))).toBe('+34600000001')
  expect(tidyName(pasted('Ana'))).toBe('Ana')
})

test('full-width letters and ligatures become plain ones in a code, and stay in a name', () => {
  expect(tidyPasted('ＶＩＤＡ１０')).toBe('VIDA10')
  expect(tidyPasted('ﬁt')).toBe('fit')
  expect(tidyDigits('０１２３４５')).toBe('012345')
  expect(tidyName('ﬁ Ａ')).toBe('ﬁ Ａ')
})

test.each([
  ['+34 600-00.00/01', '+34600000001'],
  ['(600) 000 001', '600000001'],
  ['0034 600 000 001', '+34600000001'],
  ['＋３４ ６００ ０００ ００１', '+34600000001'],
  ['\u202a+34\u00a0600\u2011000\u2013001\u202c', '+34600000001'],
])('the phone %j has the digits %s', (typed, digits) => expect(tidyPhone(typed)).toBe(digits))

test.each([
  ['a Persian name', 'می\u200cنا'],
  ['a Sinhala name', 'ශ්\u200dරී'],
  ['a Malayalam name that ends in a joiner', 'ശ്രീജന്\u200d'],
  ['a Japanese name with the form of a character', '葛\u{e0100}城'],
  ['a name of two words', 'María José'],
])('%s keeps its letters', (_, name) => expect(tidyName(name)).toBe(name))

test.each([
  ['a decomposed accent', 'Jose\u0301', 'José'],
  ['a soft hyphen inside', 'Gar\u00adcía', 'García'],
  ['joiners after Latin letters', '\u200dAna\u200c María\u200d', 'Ana María'],
  ['several joiners', 'می\u200c\u200cنا', 'می\u200cنا'],
])('a name with %s is normalised', (_, typed, name) => expect(tidyName(typed)).toBe(name))

test('schemas normalise pasted text before they validate it', () => {
  expect(v.parse(PastedText(3, 6), '\u200bＶＩＤＡ10 ')).toBe('VIDA10')
  expect(v.is(PastedText(3, 6), 'ab\u200b\ufeff')).toBe(false)
  expect(v.parse(Code, '\u2066０12 345\u2069')).toBe('012345')
  expect(v.is(Code, '01234\u200b')).toBe(false)
  expect(v.parse(Phone, { number: '\u202a0034 600 00 00 01\u202c', country: 'ES' }).number).toBe('+34600000001')
  expect(v.parse(Name(2, 10), '\ufeffJose\u0301\u00a0')).toBe('José')
  expect(v.is(Name(2, 10), 'A\u200b')).toBe(false)
})
