import { expect, test } from 'vitest'
import { emailHtml, emailText } from './email-html.ts'

const body = {
  locale: 'pt-BR',
  partner: 'Saúde & <Cia>',
  colour: '#0F5B50',
  heading: 'Lembrete',
  text: 'Primeiro.\n\nSegundo, com <b>sinais</b>.',
  links: [
    { label: 'Confirmo', url: 'https://cuida.test/reminder#a"b' },
    { label: 'Mudar', url: 'https://cuida.test/reminder#a.move' },
  ],
}

test('an e-mail is one page with one heading, in its language, and fetches nothing', () => {
  const html = emailHtml(body)
  expect(html).toContain('<html lang="pt-BR">')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).not.toMatch(/<img|<link|<script|<style|url\(|src=/)
  expect(html.match(/<p [^>]*>(Primeiro|Segundo)/g)).toHaveLength(2)
})

test('what a partner or a person is called is text, never markup', () => {
  const html = emailHtml(body)
  expect(html).toContain('Saúde &amp; &lt;Cia&gt;')
  expect(html).toContain('&lt;b&gt;sinais&lt;/b&gt;')
  expect(html).toContain('href="https://cuida.test/reminder#a&quot;b"')
})

test.each([
  ['a dark one', '#0F5B50', '#0F5B50'],
  ['one on which white cannot be read', '#F2B33D', '#0F5B50'],
  ['white', '#FFFFFF', '#0F5B50'],
])('the partner’s colour is used where white can be read on it: %s', (_, colour, used) => {
  expect(emailHtml({ ...body, colour })).toContain(`background:${used};color:#ffffff`)
})

test('without markup every link stands by its words', () => {
  expect(emailText(body).split('\n\n')).toEqual([
    'Primeiro.',
    'Segundo, com <b>sinais</b>.',
    'Confirmo: https://cuida.test/reminder#a"b',
    'Mudar: https://cuida.test/reminder#a.move',
  ])
})
