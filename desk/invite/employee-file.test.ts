import { MAX_LINKS_PER_REQUEST } from '@cuida/core/invite/company.ts'
import { describe, expect, test } from 'vitest'
import { parseCsv, toCsv } from './csv.ts'
import { decodeText, readEmployees } from './employee-file.ts'

const nuria = { firstName: 'Nuria', lastName: 'Campos Vera', email: 'nuria@huerta.example' }
const line = 'Nuria;Campos Vera;nuria@huerta.example'

describe('reading employees', () => {
  test.each([
    ['in the default order, without headings', line],
    ['by the headings, in any order', 'Correo electrónico,Apellidos,Nombre\nnuria@huerta.example,Campos Vera,Nuria'],
    ['by English headings', 'First name\tLast name\tE-mail\nNuria\tCampos Vera\tnuria@huerta.example'],
    ['by Portuguese headings', 'Nome;Sobrenome;E-mail\nNuria;Campos Vera;nuria@huerta.example'],
    ['among further columns', `Nº;Nombre;Apellidos;Email\r\n1;${line}\r\n`],
    ['with quotes, a byte order mark and empty lines', `\uFEFF\n"Nuria";"Campos Vera";" nuria@huerta.example "\n\n`],
  ])('employees are read %s', (_, text) => {
    expect(readEmployees(text)).toMatchObject({ employees: [nuria], problems: [] })
  })

  test('each wrong row is reported by its number in the spreadsheet', () => {
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
    ['no text', '', 'EMPTY'],
    ['headings only', 'Nombre;Apellidos;Correo\n', 'EMPTY'],
    ['unknown headings', 'Uno;Dos;Tres\nNuria;Campos;Vera', 'COLUMNS'],
    ['too many employees', lines(MAX_LINKS_PER_REQUEST + 1), 'TOO_MANY'],
  ])('a file of %s is refused', (_, text, code) => expect(readEmployees(text).problems).toEqual([{ code }]))

  test('the maximum number of employees is accepted', () =>
    expect(readEmployees(lines(MAX_LINKS_PER_REQUEST))).toMatchObject({
      employees: { length: MAX_LINKS_PER_REQUEST },
      problems: [],
    }))
})

function lines(count: number): string {
  return Array.from({ length: count }, (_, at) => `Eva;Sol;eva.${at}@huerta.example`).join('\n')
}

test.each([
  ['UTF-8', [0x4e, 0xc3, 0xba], 'Nú'],
  ['Excel’s code page on Windows', [0x4e, 0xfa], 'Nú'],
])('a file in %s is decoded correctly', (_, bytes, text) => expect(decodeText(new Uint8Array(bytes).buffer)).toBe(text))

describe('writing a table', () => {
  test.each(['=1+1', '+34600', '-1', '@SUM(A1)', '\tx', '\rx'])('no cell is a formula: %s', (cell) => {
    expect(parseCsv(toCsv([[cell, 'b']], ';')).rows[0]?.cells).toEqual([`'${cell}`, 'b'])
  })
  test('a written table reads back the same, whatever its cells contain', () => {
    const cells = ['a;b', 'c,d', 'e "f"', 'g\r\nh', 'i', '']
    expect(parseCsv(toCsv([cells, ['x']], ';'))).toEqual({
      delimiter: ';',
      rows: [
        { row: 1, cells },
        { row: 2, cells: ['x'] },
      ],
    })
  })
})
