import { Yacht } from '@archive/ui/dusk-scene';
import type { CSSProperties, ReactNode } from 'react';

/** Colors of the drawings by day in the light scheme and by night in the dark one. */
const PALETTE = {
  '--sky': 'light-dark(#c9dde3, #1b2747)',
  '--haze': 'light-dark(#e9ead9, #2f3a62)',
  '--cloud': 'light-dark(#f7f3e6, #3d4870)',
  '--far': 'light-dark(#8fa792, #2a3a52)',
  '--near': 'light-dark(#5f7f63, #1f3040)',
  '--lawn': 'light-dark(#9bb37c, #2f4a48)',
  '--water': 'light-dark(#6f9aa6, #24365c)',
  '--deep': 'light-dark(#4f7d8d, #1a2949)',
  '--foam': 'light-dark(#eef3ec, #8ea3c4)',
  '--white': 'light-dark(#f8f3e4, #c9c6c4)',
  '--shade': 'light-dark(#d5ccb6, #8e909f)',
  '--roof': 'light-dark(#a4523c, #6b3a40)',
  '--pane': 'light-dark(#4c6573, #ffd27d)',
  '--wood': 'light-dark(#8a5232, #54332f)',
  '--dark': 'light-dark(#5d3422, #38232a)',
  '--lamp': 'light-dark(#f6dc9c, #ffd98a)',
  '--rug': 'light-dark(#33507a, #22355a)',
} as CSSProperties;

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 600 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      style={PALETTE}
      className="block size-full rounded"
    >
      {children}
    </svg>
  );
}

const clouds = (
  <path
    d="M60 92q14-26 44-18 20-24 50-6 30-6 38 20 26 0 26 12H48q0-10 12-8zM392 62q12-18 34-12 18-18 42-4 26-4 32 16 18 0 20 10H380q0-8 12-10z"
    fill="var(--cloud)"
  />
);

/** The yacht under way, with smoke from her funnel and a bow wave. */
export function UnderWay() {
  return (
    <Drawing>
      <path d="M0 0H600V300H0z" fill="var(--sky)" />
      <path d="M0 190Q180 150 340 176T600 160V300H0z" fill="var(--haze)" />
      {clouds}
      <path d="M0 268Q60 240 120 254T250 246 380 256 500 240 600 250V304H0z" fill="var(--far)" />
      <path d="M0 290Q40 272 96 284T200 288 320 292 430 284 540 278 600 284V306H0z" fill="var(--near)" />
      <path d="M0 300H600V400H0z" fill="var(--water)" />
      <path
        d="M402 270q-14-30-44-30-30 4-52-18-26-2-46-18-30 4-56-8 34 2 54-6 22 12 48 10 22 18 50 14 36 0 54 54z"
        fill="var(--cloud)"
        opacity="0.9"
      />
      <g transform="translate(-42 -110) scale(0.66)">
        <Yacht />
      </g>
      <path
        d="M574 360q-6 8-30 10-120 10-300 4-70-2-110-10-40 2-80 8 60 14 250 16t280-12q10-8-10-16z"
        fill="var(--foam)"
      />
      <path d="M0 366Q150 376 300 376T600 362V400H0z" fill="var(--deep)" />
      <path
        d="M30 386q40-6 84 0-44 5-84 0zM210 390q50-6 100 0-50 5-100 0zM420 384q44-6 92 0-48 5-92 0z"
        fill="var(--foam)"
        opacity="0.6"
      />
    </Drawing>
  );
}

const columns = Array.from({ length: 8 }, (_, index) => 208 + index * 26);
const windows = Array.from({ length: 7 }, (_, index) => 219 + index * 26);
const piles = [60, 104, 148, 192, 236, 280];

/** The landing at Mount Vernon: the house above its lawn, and the wharf on the river. */
export function MountVernon() {
  return (
    <Drawing>
      <path d="M0 0H600V260H0z" fill="var(--sky)" />
      <path d="M0 150Q200 110 600 140V260H0z" fill="var(--haze)" />
      {clouds}
      <path
        d="M0 214q20-34 52-26 14-34 50-22 30-24 56 6 24-4 30 30h-10v30H0zM424 210q10-34 40-32 16-34 52-20 24-22 52 4 20-6 32 12v70H420z"
        fill="var(--near)"
      />
      {/* roof with its dormers, and the cupola */}
      <path d="M190 146L222 104H388L420 146z" fill="var(--roof)" />
      <path d="M286 104V84H324V104zM282 84L305 62 328 84z" fill="var(--white)" />
      <path d="M282 84L305 62 328 84zM304 62V44h2v18z" fill="var(--roof)" />
      <path d="M294 102V90h6v12zM310 102V90h6v12z" fill="var(--pane)" />
      <path d="M244 136V122L252 114 260 122V136zM350 136V122L358 114 366 122V136z" fill="var(--white)" />
      <path d="M248 134v-10h8v10zM354 134v-10h8v10z" fill="var(--pane)" />
      <path d="M212 104V78h14v26zM384 104V78h14v26z" fill="var(--roof)" />
      <path d="M196 146H414V216H196z" fill="var(--shade)" />
      {windows.map((x) => (
        <path key={x} d={`M${x} 176v-18h9v18zM${x} 210v-22h9v22z`} fill="var(--pane)" />
      ))}
      {columns.map((x) => (
        <path key={x} d={`M${x} 216v-66h7v66z`} fill="var(--white)" />
      ))}
      <path d="M188 142H422V151H188zM192 214H418V220H192z" fill="var(--white)" />
      <path d="M0 236Q150 214 305 218T600 232V330H0z" fill="var(--lawn)" />
      <path d="M298 219H312Q326 256 296 280T268 326H250Q246 296 282 272T298 219z" fill="var(--shade)" />
      <path
        d="M0 268q26-20 52-6 22-18 48 0 26-8 40 12 22 2 26 22H0zM600 262q-30-16-56 4-26-14-48 4-30-4-38 16-18 4-20 18H600z"
        fill="var(--near)"
      />
      <path d="M0 318Q160 300 320 318T600 312V400H0z" fill="var(--water)" />
      <path d="M0 356Q180 344 340 358T600 350V400H0z" fill="var(--deep)" />
      {/* the wharf, and the launch beside it */}
      {piles.map((x) => (
        <path key={x} d={`M${x} 330h7v38h-7z`} fill="var(--dark)" />
      ))}
      <path d="M40 322H300V333H40z" fill="var(--wood)" />
      <path d="M232 322V290h4v32zM236 290l20 5-20 6z" fill="var(--roof)" />
      <path d="M330 346H460Q456 370 436 372H356Q336 370 330 346z" fill="var(--white)" />
      <path d="M328 344H462V349H328zM360 344V328H412V344z" fill="var(--wood)" />
      <path d="M366 341v-9h10v9zM382 341v-9h10v9zM398 341v-9h10v9z" fill="var(--lamp)" />
      <path
        d="M320 376q70-7 150 0-76 6-150 0zM500 344q34-5 70 0-36 4-70 0zM30 384q40-6 90 0-46 5-90 0z"
        fill="var(--foam)"
        opacity="0.6"
      />
    </Drawing>
  );
}

const panes = [40, 172, 304, 436];
const chairs = [118, 198, 278, 358, 438];

/** The saloon, laid for dinner: mahogany, windows on the river, and a long table. */
export function Saloon() {
  return (
    <Drawing>
      <path d="M0 0H600V400H0z" fill="var(--wood)" />
      <path d="M0 0H600V44Q300 60 0 44z" fill="var(--white)" />
      <path d="M0 44Q300 60 600 44V54Q300 70 0 54z" fill="var(--shade)" />
      {panes.map((x) => (
        <g key={x}>
          <path d={`M${x} 84h124v116H${x}z`} fill="var(--dark)" />
          <path d={`M${x + 8} 92h108v62H${x + 8}z`} fill="var(--sky)" />
          <path d={`M${x + 8} 146q30-16 56-8t52-4v22H${x + 8}z`} fill="var(--far)" />
          <path d={`M${x + 8} 154h108v38H${x + 8}z`} fill="var(--water)" />
          <path d={`M${x + 20} 172q20-4 40 0-20 4-40 0zM${x + 66} 182q20-4 40 0-20 4-40 0z`} fill="var(--foam)" />
          <path d={`M${x + 60} 92h4v100h-4z`} fill="var(--dark)" />
          <path d={`M${x - 4} 78h22q4 60-14 126h-8zM${x + 128} 78h-22q-4 60 14 126h8z`} fill="var(--rug)" />
        </g>
      ))}
      <path d="M0 226H600V232H0z" fill="var(--dark)" />
      {/* brass lamps */}
      {[150, 300, 450].map((x) => (
        <g key={x}>
          <path d={`M${x - 1} 56h2v18h-2z`} fill="var(--dark)" />
          <path d={`M${x - 18} 90q2-18 18-18t18 18z`} fill="var(--lamp)" />
        </g>
      ))}
      <path d="M0 336H600V400H0z" fill="var(--dark)" />
      <path d="M40 352H560L590 400H10z" fill="var(--rug)" />
      {chairs.map((x) => (
        <path key={x} d={`M${x} 290v-52q0-14 23-14t23 14v52z`} fill="var(--roof)" />
      ))}
      <path
        d="M66 270H534L560 350Q548 358 536 350 520 360 504 350 300 362 96 350 80 360 64 350 52 358 40 350z"
        fill="var(--white)"
      />
      <path d="M66 270H534L540 288H60z" fill="var(--shade)" opacity="0.6" />
      {chairs.map((x) => (
        <path
          key={x}
          d={`M${x + 4} 280a19 5 0 0 1 38 0 19 5 0 0 1-38 0zM${x + 54} 282v-14q-5-2-5-12h12q0 10-5 12v14z`}
          fill="var(--cloud)"
          stroke="var(--shade)"
        />
      ))}
      <path d="M286 270q-16-26 4-38 6-14 18-4 16-4 14 14 12 14-8 28z" fill="var(--near)" />
      <path d="M294 244a6 6 0 1 1 .1 0zM312 236a6 6 0 1 1 .1 0zM310 256a6 6 0 1 1 .1 0z" fill="var(--roof)" />
      <path d="M284 280v-12h36v12q-18 6-36 0z" fill="var(--lamp)" />
    </Drawing>
  );
}
