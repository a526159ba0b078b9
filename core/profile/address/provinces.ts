/** A state or province; `code` is the abbreviation (ISO 3166-2 without the country). */
export interface Region {
  code: string
  name: string
}

const region = (text: string): Region => {
  const [code = '', name = ''] = text.split('|')
  return { code, name }
}

/** Spanish provinces in the order of their number, which their postal codes begin with: 01 is Álava, 28 Madrid. */
export const SPANISH_PROVINCES: readonly Region[] = [
  ...['VI|Álava', 'AB|Albacete', 'A|Alicante', 'AL|Almería', 'AV|Ávila', 'BA|Badajoz', 'PM|Illes Balears'],
  ...['B|Barcelona', 'BU|Burgos', 'CC|Cáceres', 'CA|Cádiz', 'CS|Castellón', 'CR|Ciudad Real', 'CO|Córdoba'],
  ...['C|A Coruña', 'CU|Cuenca', 'GI|Girona', 'GR|Granada', 'GU|Guadalajara', 'SS|Gipuzkoa', 'H|Huelva'],
  ...['HU|Huesca', 'J|Jaén', 'LE|León', 'L|Lleida', 'LO|La Rioja', 'LU|Lugo', 'M|Madrid', 'MA|Málaga'],
  ...['MU|Murcia', 'NA|Navarra', 'OR|Ourense', 'O|Asturias', 'P|Palencia', 'GC|Las Palmas', 'PO|Pontevedra'],
  ...['SA|Salamanca', 'TF|Santa Cruz de Tenerife', 'S|Cantabria', 'SG|Segovia', 'SE|Sevilla', 'SO|Soria'],
  ...['T|Tarragona', 'TE|Teruel', 'TO|Toledo', 'V|València', 'VA|Valladolid', 'BI|Bizkaia', 'ZA|Zamora'],
  ...['Z|Zaragoza', 'CE|Ceuta', 'ML|Melilla'],
].map(region)

export const BRAZILIAN_STATES: readonly Region[] = [
  ...['AC|Acre', 'AL|Alagoas', 'AP|Amapá', 'AM|Amazonas', 'BA|Bahia', 'CE|Ceará', 'DF|Distrito Federal'],
  ...['ES|Espírito Santo', 'GO|Goiás', 'MA|Maranhão', 'MT|Mato Grosso', 'MS|Mato Grosso do Sul'],
  ...['MG|Minas Gerais', 'PA|Pará', 'PB|Paraíba', 'PR|Paraná', 'PE|Pernambuco', 'PI|Piauí'],
  ...['RJ|Rio de Janeiro', 'RN|Rio Grande do Norte', 'RS|Rio Grande do Sul', 'RO|Rondônia', 'RR|Roraima'],
  ...['SC|Santa Catarina', 'SP|São Paulo', 'SE|Sergipe', 'TO|Tocantins'],
].map(region)

/** The province of a Spanish postal code (01001 to 52999); undefined for anything else. */
export function provinceOf(postalCode: string): Region | undefined {
  if (!/^\d{5}$/.test(postalCode) || Number(postalCode) % 1_000 === 0) return undefined
  return SPANISH_PROVINCES[Number(postalCode.slice(0, 2)) - 1]
}

/** The regions to choose from in this country; undefined where the region is free text. */
export function regionsOf(country: string): readonly Region[] | undefined {
  if (country === 'ES') return SPANISH_PROVINCES
  return country === 'BR' ? BRAZILIAN_STATES : undefined
}
