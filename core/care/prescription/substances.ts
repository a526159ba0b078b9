/**
 * Groups of medicines with likely cross-reactions, each with the words for the group and its members that patients and
 * clinicians use in Spanish, Portuguese and English, in lower case without accents. The groups follow the WHO's ATC
 * classification (J01C and J01D, M01A with N02BA, J01E, J01F, J01M, N02BB, N02A, C09A, N01B, J01A, V08A); brands are
 * those most used in Spain and Brazil. A group is wide on purpose: a match asks for a reason and forbids nothing.
 */
const GROUPS: readonly (readonly string[])[] = [
  splitWords(`
    betalactamico betalactamicos betalactam penicilina penicilinas penicillin penicillins amoxicilina amoxicillin
    clavulanico clavulanato clavulanate clavulanic ampicilina ampicillin cloxacilina cloxacillin oxacilina oxacillin
    flucloxacillin piperacilina piperacillin fenoximetilpenicilina bencilpenicilina benzilpenicilina benzatina
    augmentine augmentin clavulin benzetacil cefalosporina cefalosporinas cephalosporin cephalosporins cefalexina
    cephalexin cefalexin cefadroxilo cefadroxila cefadroxil cefuroxima cefuroxime cefixima cefixime cefditoren cefaclor
    ceftriaxona ceftriaxone cefazolina cefazolin cefotaxima cefotaxime keflex`),
  splitWords(`
    aine aines nsaid nsaids antiinflamatorio antiinflamatorios antiinflammatory antiinflammatories aspirina aspirin aas
    acetilsalicilico acetylsalicylic salicilato salicilatos salicylate ibuprofeno ibuprofen naproxeno naproxen
    diclofenaco diclofenac ketorolaco cetorolaco ketorolac dexketoprofeno dexcetoprofeno dexketoprofen ketoprofeno
    cetoprofeno ketoprofen aceclofenaco aceclofenac indometacina indometacin indomethacin piroxicam meloxicam tenoxicam
    lornoxicam nimesulida nimesulide celecoxib etoricoxib mefenamico mefenamic espidifen nurofen advil enantyum
    voltaren cataflam toragesic adiro buscofem`),
  splitWords(`
    sulfamida sulfamidas sulfa sulfas sulfonamida sulfonamidas sulfonamide sulfonamides sulfametoxazol sulfamethoxazole
    cotrimoxazol cotrimoxazole sulfadiazina sulfadiazine sulfasalazina sulfasalazine septrin bactrim`),
  splitWords(`
    macrolido macrolidos macrolideo macrolideos macrolide macrolides azitromicina azithromycin eritromicina erythromycin
    claritromicina clarithromycin zitromax`),
  splitWords(`
    quinolona quinolonas fluoroquinolona quinolone quinolones fluoroquinolone ciprofloxacino ciprofloxacin levofloxacino
    levofloxacin moxifloxacino moxifloxacin norfloxacino norfloxacin ofloxacino ofloxacin`),
  splitWords(
    `pirazolona pirazolonas pyrazolone metamizol dipirona dipyrone metamizole propifenazona nolotil novalgina dorflex neosaldina`,
  ),
  splitWords(`
    opioide opioides opioid opioids opiaceo opiaceos morfina morphine codeina codeine tramadol fentanilo fentanil fentanyl
    oxicodona oxycodone tapentadol buprenorfina buprenorphine`),
  splitWords(`
    ieca iecas enalapril captopril ramipril lisinopril perindopril fosinopril quinapril benazepril`),
  splitWords(`
    anestesico anestesicos anesthetic lidocaina lidocaine mepivacaina mepivacaine bupivacaina bupivacaine articaina
    articaine prilocaina prilocaine benzocaina benzocaine`),
  splitWords(`tetraciclina tetraciclinas tetracycline tetracyclines doxiciclina doxycycline minociclina minocycline`),
  splitWords(`paracetamol acetaminofeno acetaminophen gelocatil apiretal termalgin tylenol`),
]

function splitWords(list: string): string[] {
  return list.trim().split(/\s+/)
}

const GROUP_OF = new Map(GROUPS.flatMap((group, index) => group.map((word): [string, number] => [word, index])))

/** Indexes of the groups that these words name; the words are in lower case without accents. */
export const groupsNamed = (plainWords: readonly string[]): ReadonlySet<number> =>
  new Set(
    plainWords.flatMap((word) => {
      const group = GROUP_OF.get(word)
      return group === undefined ? [] : [group]
    }),
  )
