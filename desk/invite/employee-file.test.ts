import { MOST_LINKS } from '@cuida/core/invite/company.ts'
import { describe, expect, test } from 'vitest'
import { csvOf, rowsOf } from './csv.ts'
import { readEmployees, textIn } from './employee-file.ts'

const nuria = { firstName: 'Nuria', lastName: 'Campos Vera', email: 'nuria@huerta.example' }
const line = 'Nuria;Campos Vera;nuria@huerta.example'

describe('employees', () => {
  test.each([
    ['as they stand, without words above', line],
    ['by the words above, in any order', 'Correo electrónico,Apellidos,Nombre\nnuria@huerta.example,Campos Vera,Nuria'],
    ['by English words', 'First name\tLast name\tE-mail\nNuria\tCampos Vera\tnuria@huerta.example'],
    ['by Portuguese words', 'Nome;Sobrenome;E-mail\nNuria;Campos Vera;nuria@huerta.example'],
    ['among columns of no use', `Nº;Nombre;Apellidos;Email\r\n1;${line}\r\n`],
    [
      'with quotes, a mark at the beginning and empty lines',
      `\uFEFF\n"Nuria";"Campos Vera";" nuria@huerta.example "\n\n`,
    ],
  ])('are read %s', (_, text) => {
    expect(readEmployees(text)).toMatchObject({ employees: [nuria], problems: [] })
  })

  test('each wrong line is told by the number that a spreadsheet gives it', () => {
    const text = [
      'Nombre;Apellidos;Correo',
      line,
      '',
      'N;Campos;a@b.es',
      'Eva;;a',
      'Eva;Sol;NURIA@huerta.example',
    ].join('\n')
    expect(readEmployees(text).problems).toEqual([
      { code: 'firstName', row: 4 },
      { code: 'lastName', row: 5 },
      { code: 'email', row: 5 },
      { code: 'TWICE', row: 6 },
    ])
  })

  test.each([
    ['nothing', '', 'EMPTY'],
    ['words above nothing', 'Nombre;Apellidos;Correo\n', 'EMPTY'],
    ['words that say nothing', 'Uno;Dos;Tres\nNuria;Campos;Vera', 'COLUMNS'],
    ['more than may be made at once', lines(MOST_LINKS + 1), 'TOO_MANY'],
  ])('a file of %s is not taken', (_, text, code) => expect(readEmployees(text).problems).toEqual([{ code }]))

  test('as many as may be made at once are taken', () =>
    expect(readEmployees(lines(MOST_LINKS))).toMatchObject({ employees: { length: MOST_LINKS }, problems: [] }))
})

function lines(count: number): string {
  return Array.from({ length: count }, (_, at) => `Eva;Sol;eva.${at}@huerta.example`).join('\n')
}

test.each([
  ['UTF-8', [0x4e, 0xc3, 0xba], 'Nú'],
  ['what Excel writes on Windows', [0x4e, 0xfa], 'Nú'],
])('a file in %s is read as it was written', (_, bytes, text) =>
  expect(textIn(new Uint8Array(bytes).buffer)).toBe(text),
)

describe('a table', () => {
  test.each(['=1+1', '+34600', '-1', '@SUM(A1)', '\tx', '\rx'])('holds no formula: %s', (cell) => {
    expect(rowsOf(csvOf([[cell, 'b']], ';')).rows[0]?.cells).toEqual([`'${cell}`, 'b'])
  })
  test('is read as it was written, whatever its cells hold', () => {
    const cells = ['a;b', 'c,d', 'e "f"', 'g\r\nh', 'i', '']
    expect(rowsOf(csvOf([cells, ['x']], ';'))).toEqual({
      delimiter: ';',
      rows: [
        { row: 1, cells },
        { row: 2, cells: ['x'] },
      ],
    })
  })
})
