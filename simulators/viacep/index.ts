import type { FastifyInstance } from 'fastify'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'

interface Place {
  cep: string
  street: string
  district: string
  city: string
  state: string
}

const parsePlace = (line: string): Place => {
  const [cep = '', street = '', district = '', city = '', state = ''] = line.split('|')
  return { cep, street, district, city, state }
}

/** Public squares and avenues, and towns with a single code. All other codes are unknown. */
const PLACES: readonly Place[] = [
  '01001000|Praça da Sé|Sé|São Paulo|SP',
  '01310100|Avenida Paulista|Bela Vista|São Paulo|SP',
  '01310200|Avenida Paulista|Bela Vista|São Paulo|SP',
  '01045001|Praça da República|República|São Paulo|SP',
  '04094050|Avenida Pedro Álvares Cabral|Parque Ibirapuera|São Paulo|SP',
  '05508000|Avenida Professor Luciano Gualberto|Butantã|São Paulo|SP',
  '13010040|Rua Barão de Jaguara|Centro|Campinas|SP',
  '11010000|Rua do Comércio|Centro|Santos|SP',
  '20040002|Avenida Rio Branco|Centro|Rio de Janeiro|RJ',
  '22021001|Avenida Atlântica|Copacabana|Rio de Janeiro|RJ',
  '22410003|Rua Visconde de Pirajá|Ipanema|Rio de Janeiro|RJ',
  '20021130|Avenida Churchill|Centro|Rio de Janeiro|RJ',
  '24020125|Avenida Ernani do Amaral Peixoto|Centro|Niterói|RJ',
  '30130010|Praça Sete de Setembro|Centro|Belo Horizonte|MG',
  '30140071|Praça da Liberdade|Funcionários|Belo Horizonte|MG',
  '35400000|||Ouro Preto|MG',
  '36325000|||Tiradentes|MG',
  '70040010|Setor Bancário Norte|Asa Norte|Brasília|DF',
  '70150900|Praça dos Três Poderes|Zona Cívico-Administrativa|Brasília|DF',
  '80010000|Praça Tiradentes|Centro|Curitiba|PR',
  '80020320|Rua XV de Novembro|Centro|Curitiba|PR',
  '90010150|Praça da Alfândega|Centro Histórico|Porto Alegre|RS',
  '90020004|Rua dos Andradas|Centro Histórico|Porto Alegre|RS',
  '95670000|||Gramado|RS',
  '88010400|Praça XV de Novembro|Centro|Florianópolis|SC',
  '40020000|Praça Castro Alves|Centro|Salvador|BA',
  '40026010|Largo do Pelourinho|Pelourinho|Salvador|BA',
  '45820000|||Eunápolis|BA',
  '50030230|Avenida Rio Branco|Recife|Recife|PE',
  '53020140|Rua do Amparo|Carmo|Olinda|PE',
  '60060170|Rua Dragão do Mar|Praia de Iracema|Fortaleza|CE',
  '62598000|||Jijoca de Jericoacoara|CE',
  '66010020|Boulevard Castilhos França|Campina|Belém|PA',
  '69005070|Rua Marquês de Santa Cruz|Centro|Manaus|AM',
  '74003010|Avenida Goiás|Setor Central|Goiânia|GO',
  '78005010|Avenida Getúlio Vargas|Centro|Cuiabá|MT',
  '79002000|Avenida Afonso Pena|Centro|Campo Grande|MS',
  '29010002|Praça Oito de Setembro|Centro|Vitória|ES',
  '65010000|Avenida Dom Pedro II|Centro|São Luís|MA',
  '57020000|Rua do Comércio|Centro|Maceió|AL',
].map(parsePlace)

const placeOf = (cep: string): Place | undefined => PLACES.find((one) => one.cep === cep)

const BAD_REQUEST = '<!DOCTYPE html><html><body><h2>Http 400</h2><h3>Verifique a URL</h3></body></html>'

/** ViaCEP: Brazilian postal codes (product 12.15). It stores no requests. */
export const viaCepSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  applyFaults(app, context.faults, 'viacep', { message: 'Internal Server Error' })
  app.get<{ Params: { cep: string } }>('/ws/:cep/json', async ({ params: { cep } }, reply) => {
    if (!/^\d{5}-?\d{3}$/.test(cep)) return reply.code(400).type('text/html; charset=utf-8').send(BAD_REQUEST)
    const found = placeOf(cep.replace('-', ''))
    if (!found) return { erro: 'true' }
    const { street, district, city, state } = found
    return {
      cep: `${found.cep.slice(0, 5)}-${found.cep.slice(5)}`,
      logradouro: street,
      complemento: '',
      unidade: '',
      bairro: district,
      localidade: city,
      uf: state,
      estado: '',
      regiao: '',
      ibge: '',
      gia: '',
      ddd: '',
      siafi: '',
    }
  })
}
