// Built from the repository by scripts/build.mjs. Do not edit.
"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// hooks/classifier/classify.ts
var classify_exports = {};
__export(classify_exports, {
  MODEL_VERSION: () => MODEL_VERSION,
  classify: () => classify,
  createClassifier: () => createClassifier,
  explain: () => explain
});
module.exports = __toCommonJS(classify_exports);

// hooks/classifier/decode.ts
var MAX_SEGMENTS = 12;
var MAX_RUN = 8192;
function decodeHidden(text, plain) {
  const found = [];
  const add = (how, decoded) => {
    if (found.length < MAX_SEGMENTS && decoded.length >= 6) found.push({ how, text: decoded });
  };
  for (const match of runs(text, /[A-Za-z0-9+/_-]{16,}={0,2}/g)) {
    if (/^[0-9a-fA-F]+$/.test(match)) {
      if (match.length % 2 === 0) add("hex", bytesToText(hexBytes(match)));
    } else if (/[A-Z]/.test(match) && /[a-z]/.test(match)) add("base64", bytesToText(base64Bytes(match)));
  }
  for (const match of runs(text, /(?:\\x[0-9a-fA-F]{2}){4,}/g)) add("hex", bytesToText(hexBytes(match.replaceAll("\\x", ""))));
  for (const match of runs(text, /(?:(?:0x)?[0-9a-fA-F]{2}[ ,:]){8,}[0-9a-fA-F]{2}/g)) add("hex", bytesToText(hexBytes(match.replace(/0x|[ ,:]/g, ""))));
  for (const match of runs(text, /(?:[A-Za-z0-9._~/-]{0,24}%[0-9a-fA-F]{2}){4,}[A-Za-z0-9._~-]{0,24}/g)) add("percent", percentText(match));
  for (const match of runs(plain, /(?:[a-z][ .*_-]){5,}[a-z](?![a-z])/g)) add("spaced", match.replace(/([a-z])[ .*_-]/g, "$1"));
  for (const match of runs(plain, /(?:[a-z] ){2,}[a-z](?: {2,3}(?:[a-z] )*[a-z])+/g)) add("spaced", match.replace(/ {2,}/g, "\n").replaceAll(" ", "").replaceAll("\n", " "));
  if (/\b(?:vtaber|qvfertneq|cerivbhf|vafgehpgvba|vafgehpgvbaf|flfgrz|cebzcg|cnffjbeq|frperg)\b/.test(plain)) add("rot13", rot13(plain.slice(0, MAX_RUN)));
  if (/\b(?:snoitcurtsni|suoiverp|erongi|tpmorp|drowssap|metsys)\b/.test(plain)) add("reversed", [...plain.slice(0, MAX_RUN)].reverse().join(""));
  return found;
}
function* runs(text, pattern) {
  let left = 64;
  for (const match of text.matchAll(pattern)) {
    if (left-- === 0) return;
    yield match[0].slice(0, MAX_RUN);
  }
}
function hexBytes(hex) {
  const bytes = [];
  for (let i = 0; i + 1 < hex.length; i += 2) bytes.push(parseInt(hex.slice(i, i + 2), 16));
  return bytes;
}
function base64Bytes(run) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (let i = 0; i < run.length; i++) {
    const c = run.charCodeAt(i);
    const value = c >= 65 && c <= 90 ? c - 65 : c >= 97 && c <= 122 ? c - 71 : c >= 48 && c <= 57 ? c + 4 : c === 43 || c === 45 ? 62 : c === 47 || c === 95 ? 63 : -1;
    if (value < 0) break;
    bits = (bits & 4095) << 6 | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push(bits >> held & 255);
    }
  }
  return bytes;
}
function bytesToText(bytes) {
  if (bytes.length < 6) return "";
  const wide = bytes.length >= 8 && bytes.every((byte, i) => i % 2 === 0 || byte === 0);
  const units = wide ? bytes.filter((_, i) => i % 2 === 0) : bytes;
  let readable = 0;
  let letters = 0;
  for (const byte of units) {
    if (byte >= 32 && byte < 127 || byte === 10 || byte === 13 || byte === 9) readable++;
    if (byte >= 97 && byte <= 122 || byte === 32) letters++;
  }
  if (readable >= units.length * 0.95 && letters >= units.length * 0.5) return String.fromCharCode(...units);
  if (wide || readable >= units.length * 0.95) return "";
  return utf8(units);
}
function utf8(bytes) {
  let out = "";
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i];
    const length = first < 128 ? 1 : first >= 194 && first < 224 ? 2 : first >= 224 && first < 240 ? 3 : 0;
    if (length === 0 || i + length > bytes.length || length === 1 && first < 9) return "";
    let point = length === 1 ? first : first & (length === 2 ? 31 : 15);
    for (let k = 1; k < length; k++) {
      const next = bytes[i + k];
      if ((next & 192) !== 128) return "";
      point = point << 6 | next & 63;
    }
    if (point >= 55296 && point <= 57343) return "";
    out += String.fromCharCode(point);
    i += length;
  }
  return out;
}
function percentText(run) {
  const bytes = [];
  for (let i = 0; i < run.length; i++) {
    if (run[i] === "%" && /^[0-9a-fA-F]{2}$/.test(run.slice(i + 1, i + 3))) {
      bytes.push(parseInt(run.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(run.charCodeAt(i));
  }
  return bytes.every((byte) => byte < 128) ? String.fromCharCode(...bytes) : utf8(bytes);
}
function rot13(text) {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode((letter.charCodeAt(0) - 97 + 13) % 26 + 97));
}

// hooks/classifier/fold-table.ts
var FOLD_TARGETS = [
  "\n	3p,6co-6cp",
  " 	4g,4o,4v,50,54,k8-kd,oq,p0-p1,4g0,69p-69r/2,69s-69t,6a5-6a7,6al-6an,6b1-6b2,6bh-6bi,6bk-6bu,6c7,6cv,6da,6e7,9hc,1ejn",
  "a	4q,5c-5h,68-6d,74-79,ct-cu,da-dd,e2-e3,e8-eb,fa-fb,5rg,5s3,5xc-5xd,61s-62f,6fk,6jv,792,79s,1ee9,1ef5,2j12,2kg0,2kgq,2khg,2ki6,2kiw,2kjm,2kkc,2kl2,2kls,2kmi,2kn8,2kny,2koo,2kpe,2kq4,2kqu,2krk,2ksa,2kt0,2ktq,2kug,2kv6,2kvw,2kwm,2kxc,2ky2,2q7k",
  "2	4y,6f6,76p,1edu,2j1u,2l74,2l7e,2l7o,2l7y,2l88,2sc2",
  "3	4z,6f7,76q,1edv,2j1v,2l75,2l7f,2l7p,2l7z,2l89,2sc3",
  "1	55,6f5,76o,1edt,2j1t,2l73,2l7d,2l7n,2l7x,2l87,2sc1",
  "o	56,5u-5y,6q-6u,98-9d,bk-bl,cx-cy,dm-dp,ek-en,fe-fl,5rw,5si,5zg-5zn,630-63n,6fm,6k4,79g,7a6,1een,1efj,2j1g,2kge,2kh4,2khu,2kik,2kja,2kk0,2kkq,2km6,2kmw,2knm,2koc,2kp2,2kps,2kqi,2kr8,2kry,2kso,2kte,2ku4,2kuu,2kvk,2kwa,2kx0,2kxq,2kyg,2q7y",
  "c	5j,6f,7a-7h,5uk,5xk-5xl,6iq,6jx,6lp,6m5,794,79u,x6a,1eeb,1ef7,2j14,2kg2,2kgs,2khi,2ki8,2kiy,2kjo,2kke,2kl4,2klu,2kmk,2ko0,2kpg,2kq6,2kqw,2krm,2ksc,2kt2,2kts,2kui,2kv8,2kvy,2kwo,2kxe,2ky4,2q7f,2q7m",
  "e	5k-5n,6g-6j,7m-7v,ec-ef,fc-fd,5rl,5s9,5xw-5y5,62g-62v,6fl,6jz-6k0,6kn,796,79w,1eed,1ef9,2j16,2kg4,2kgu,2khk,2kia,2kj0,2kjq,2klw,2kmm,2knc,2ko2,2kos,2kpi,2kq8,2kqy,2kro,2kse,2kt4,2ktu,2kuk,2kva,2kw0,2kwq,2kxg,2ky6,2q7o",
  "i	5o-5r,6k-6n,88-8g,cv-cw,eg-ej,5rp,5sy,5yk-5yn,62w-62z,6ep,6j4-6j5,6k9,6ko,6lc,6ls,79a,7a0,1eeh,1efd,2j1a,2kg8,2kgy,2kho,2kie,2kj4,2kju,2kla,2km0,2kmq,2ko6,2kow,2kpm,2kqc,2kr2,2krs,2ksi,2kt8,2kty,2kuo,2kve,2kw4,2kwu,2kxk,2kya,2q7s",
  "n	5t,6p,8z-94,e0-e1,5ru,5z8-5zf,6f3,6ft,6j9,79f,7a5,1eem,1efi,2j1f,2kgd,2kh3,2kht,2kij,2kj9,2kjz,2kkp,2klf,2km5,2kmv,2knl,2kob,2kpr,2kqh,2kr7,2krx,2ksn,2ktd,2ku3,2kut,2kvj,2kw9,2kwz,2kxp,2kyf,2q7x",
  "u	61-64,6x-70,a0-ab,bz-c0,cz-d8,es-ev,5s1,5so,5t0,60i-60r,63o-641,79m,7ac,1eet,1efp,2j1m,2kgk,2kha,2ki0,2kiq,2kjg,2kk6,2kkw,2klm,2kmc,2kn2,2kns,2koi,2kp8,2kpy,2kqo,2kre,2ks4,2ksu,2ktk,2kua,2kv0,2kvq,2kwg,2kx6,2kxw,2kym,2q84",
  "y	65,71-73/2,ae-ag,fm-fn,jc,61a-61b,61l,642-649,79q,7ag,1eex,1eft,2j1q,2kgo,2khe,2ki4,2kiu,2kjk,2kka,2kl0,2klq,2kmg,2kn6,2knw,2kom,2kpc,2kq2,2kqs,2kri,2ks8,2ksy,2kto,2kue,2kv4,2kvu,2kwk,2kxa,2ky0,2kyq,2q88",
  "d	7i-7j,5rk,5s8,5xm-5xv,6kl-6km,6lq,6m6,795,79v,1eec,1ef8,2j15,2kg3,2kgt,2khj,2ki9,2kiz,2kjp,2kkf,2kl5,2klv,2kml,2knb,2ko1,2kor,2kph,2kq7,2kqx,2krn,2ksd,2kt3,2ktt,2kuj,2kv9,2kvz,2kwp,2kxf,2ky5,2q7n",
  "g	7w-83,di-dj,dw-dx,5rn,5sd,5y8-5y9,6iy,798,79y,1eef,1efb,2j18,2kg6,2kgw,2khm,2kic,2kj2,2kjs,2kki,2kly,2kmo,2kne,2ko4,2kou,2kpk,2kqa,2kr0,2krq,2ksg,2kt6,2ktw,2kum,2kvc,2kw2,2kws,2kxi,2ky8,2q7q",
  "h	84-85,f2-f3,j4,5ro,5ya-5yj,61i,6fp,6iz-6j2,799,79z,1eeg,1efc,2j19,2kg7,2kgx,2khn,2kj3,2kjt,2kl9,2klz,2kmp,2ko5,2kpl,2kqb,2kr1,2krr,2ksh,2kt7,2ktx,2kun,2kvd,2kw3,2kwt,2kxj,2ky9,2q7r",
  "ij	8i-8j",
  "j	8k-8l,ds,j6,5rq,6kp,79b,7a1,8sc,1eei,1efe,2j1b,2kg9,2kgz,2khp,2kif,2kj5,2kjv,2kkl,2klb,2km1,2kmr,2knh,2ko7,2kox,2kpn,2kqd,2kr3,2krt,2ksj,2kt9,2ktz,2kup,2kvf,2kw5,2kwv,2kxl,2kyb,2q7t",
  "k	8m-8n,dk-dl,5rr,5sf,5yo-5yt,6fq,6ju,79c,7a2,1eej,1eff,2j1c,2kga,2kh0,2khq,2kig,2kj6,2kjw,2kkm,2klc,2km2,2kms,2kni,2ko8,2koy,2kpo,2kqe,2kr4,2kru,2ksk,2kta,2ku0,2kuq,2kvg,2kw6,2kww,2kxm,2kyc,2q7u",
  "l	8p-8u,kh,5rs,5yu-5z1,6fr,6j6-6j7,6lo,6m4,79d,7a3,1eek,1efg,2j1d,2kgb,2kh1,2khr,2kih,2kj7,2kjx,2kld,2km3,2kmt,2knj,2ko9,2koz,2kpp,2kqf,2kr5,2krv,2ksl,2ktb,2ku1,2kur,2kvh,2kw7,2kwx,2kxn,2kyd,2q7v",
  "r	9g-9l,eo-er,j7,5rz,5sz,5zs-5zz,6jf-6jh,79j,7a9,1eeq,1efm,2j1j,2kgh,2kh7,2khx,2kin,2kjd,2kk3,2klj,2km9,2kmz,2kof,2kpv,2kql,2krb,2ks1,2ksr,2kth,2ku7,2kux,2kvn,2kwd,2kx3,2kxt,2kyj,2q7g,2q81",
  "s	9m-9t,an,ew-ex,ki,600-609,61n,6fv,79k,7aa,x69,1eer,1efn,2j1k,2kgi,2kh8,2khy,2kio,2kje,2kk4,2kku,2klk,2kma,2kn0,2knq,2kog,2kp6,2kpw,2kqm,2krc,2ks2,2kss,2kti,2ku8,2kuy,2kvo,2kwe,2kx4,2kxu,2kyk,2q82",
  "t	9u-9x,ey-ez,5s0,5sn,60a-60h,61j,6fw,79l,7ab,1ees,1efo,2j1l,2kgj,2kh9,2khz,2kip,2kjf,2kk5,2kkv,2kll,2kmb,2kn1,2knr,2koh,2kp7,2kpx,2kqn,2krd,2ks3,2kst,2ktj,2ku9,2kuz,2kvp,2kwf,2kx5,2kxv,2kyl,2q83",
  "w	ac-ad,jb,5s2,60w-615,61k,79o,7ae,1eev,1efr,2j1o,2kgm,2khc,2ki2,2kis,2kji,2kk8,2kky,2klo,2kme,2kn4,2knu,2kok,2kpa,2kq0,2kqq,2krg,2ks6,2ksw,2ktm,2kuc,2kv2,2kvs,2kwi,2kx8,2kxy,2kyo,2q86",
  "z	ah-am,5vf,61c-61h,6jo,6js,79r,7ah,1eey,1efu,2j1r,2kgp,2khf,2ki5,2kiv,2kjl,2kkb,2kl1,2klr,2kmh,2kn7,2kon,2kq3,2kqt,2krj,2ks9,2ksz,2ktp,2kuf,2kv5,2kvv,2kwl,2kxb,2ky1,2kyr,2q89",
  "dz	ck-cm,dt-dv",
  "lj	cn-cp",
  "nj	cq-cs",
  "x	kj,616-619,6fn,6ll,6m1,79p,7af,1eew,1efs,2j1p,2kgn,2khd,2ki3,2kit,2kjj,2kk9,2kkz,2klp,2kmf,2kn5,2knv,2kol,2kpb,2kq1,2kqr,2krh,2ks7,2ksx,2ktn,2kud,2kv3,2kvt,2kwj,2kx9,2kxz,2kyp,2q87",
  ";	ou,1ee3",
  "b	5ri,5s7,5xe-5xj,6jw,793,79t,1eea,1ef6,2j13,2kg1,2kgr,2khh,2ki7,2kix,2kjn,2kl3,2klt,2kmj,2kn9,2knz,2kop,2kpf,2kq5,2kqv,2krl,2ksb,2kt1,2ktr,2kuh,2kv7,2kvx,2kwn,2kxd,2ky3,2q7l",
  "m	5rt,5sg,5z2-5z7,6fs,6k3,6lr,6m7,79e,7a4,1eel,1efh,2j1e,2kgc,2kh2,2khs,2kii,2kj8,2kjy,2kle,2km4,2kmu,2knk,2koa,2kp0,2kpq,2kqg,2kr6,2krw,2ksm,2ktc,2ku2,2kus,2kvi,2kw8,2kwy,2kxo,2kye,2q7w",
  "p	5ry,5sm,5zo-5zr,6fu,6jd,79h,7a7,1eeo,1efk,2j1h,2kgf,2kh5,2khv,2kil,2kjb,2kk1,2kkr,2klh,2km7,2kmx,2knn,2kod,2kpt,2kqj,2kr9,2krz,2ksp,2ktf,2ku5,2kuv,2kvl,2kwb,2kx1,2kxr,2kyh,2q7z",
  "v	5sr,5t1,60s-60v,6lg,6lw,79n,7ad,8sd,1eeu,1efq,2j1n,2kgl,2khb,2ki1,2kir,2kjh,2kk7,2kkx,2kln,2kmd,2kn3,2knt,2koj,2kp9,2kpz,2kqp,2krf,2ks5,2ksv,2ktl,2kub,2kv1,2kvr,2kwh,2kx7,2kxx,2kyn,2q85",
  "f	5uo,5y6-5y7,6k1,797,79x,x6b,1eee,1efa,2j17,2kg5,2kgv,2khl,2kib,2kj1,2kjr,2kl7,2klx,2kmn,2knd,2ko3,2kot,2kpj,2kq9,2kqz,2krp,2ksf,2kt5,2ktv,2kul,2kvb,2kw1,2kwr,2kxh,2ky7,2q7p",
  "`	6b3,1ef4",
  ".	6ck,1edq",
  "..	6cl",
  "...	6cm",
  "!!	6d8",
  "??	6dj",
  "?!	6dk",
  "!?	6dl",
  "0	6eo,6f4,7ai,1eds,2j1s,2l72,2l7c,2l7m,2l7w,2l86,2sc0",
  "4	6es,6f8,76r,1edw,2j1w,2l76,2l7g,2l7q,2l80,2l8a,2sc4",
  "5	6et,6f9,76s,1edx,2j1x,2l77,2l7h,2l7r,2l81,2l8b,2sc5",
  "6	6eu,6fa,76t,1edy,2j1y,2l78,2l7i,2l7s,2l82,2l8c,2sc6",
  "7	6ev,6fb,76u,1edz,2j1z,2l79,2l7j,2l7t,2l83,2l8d,2sc7",
  "8	6ew,6fc,76v,1ee0,2j20,2l7a,2l7k,2l7u,2l84,2l8e,2sc8",
  "9	6ex,6fd,76w,1ee1,2j21,2l7b,2l7l,2l7v,2l85,2l8f,2sc9",
  "+	6ey,6fe,1edn",
  "=	6f0,6fg,6sg,1ee5",
  "(	6f1,6fh,1edk",
  ")	6f2,6fi,1edl",
  "rs	6g8",
  "a/c	6io",
  "a/s	6ip",
  "c/o	6it",
  "c/u	6iu",
  "no	6ja",
  "q	6je,79i,7a8,x6c,1eep,1efl,1g2t,2j1i,2kgg,2kh6,2khw,2kim,2kjc,2kk2,2kks,2kli,2km8,2kmy,2kno,2koe,2kpu,2kqk,2kra,2ks0,2ksq,2ktg,2ku6,2kuw,2kvm,2kwc,2kx2,2kxs,2kyi,2q80",
  "sm	6jk",
  "tel	6jl",
  "tm	6jm",
  "fax	6kb",
  "ii	6ld,6lt",
  "iii	6le,6lu",
  "iv	6lf,6lv",
  "vi	6lh,6lx",
  "vii	6li,6ly",
  "viii	6lj,6lz",
  "ix	6lk,6m0",
  "xi	6lm,6m2",
  "xii	6ln,6m3",
  "<	6su,1ee4",
  ">	6sv,1ee6",
  "10	76x",
  "11	76y",
  "12	76z",
  "13	770",
  "14	771",
  "15	772",
  "16	773",
  "17	774",
  "18	775",
  "19	776",
  "20	777",
  "(a)	78c,2q6o",
  "(b)	78d,2q6p",
  "(c)	78e,2q6q",
  "(d)	78f,2q6r",
  "(e)	78g,2q6s",
  "(f)	78h,2q6t",
  "(g)	78i,2q6u",
  "(h)	78j,2q6v",
  "(i)	78k,2q6w",
  "(j)	78l,2q6x",
  "(k)	78m,2q6y",
  "(l)	78n,2q6z",
  "(m)	78o,2q70",
  "(n)	78p,2q71",
  "(o)	78q,2q72",
  "(p)	78r,2q73",
  "(q)	78s,2q74",
  "(r)	78t,2q75",
  "(s)	78u,2q76",
  "(t)	78v,2q77",
  "(u)	78w,2q78",
  "(v)	78x,2q79",
  "(w)	78y,2q7a",
  "(x)	78z,2q7b",
  "(y)	790,2q7c",
  "(z)	791,2q7d",
  "::=	8dw",
  "==	8dx",
  "===	8dy",
  "ff	1dkw",
  "fi	1dkx",
  "fl	1dky",
  "ffi	1dkz",
  "ffl	1dl0",
  "st	1dl1-1dl2",
  "!	1edd",
  '"	1ede',
  "#	1edf",
  "$	1edg",
  "%	1edh",
  "&	1edi",
  "'	1edj",
  "*	1edm",
  ",	1edo",
  "-	1edp",
  "/	1edr",
  ":	1ee2",
  "?	1ee7",
  "@	1ee8",
  "[	1eez",
  "\\	1ef0",
  "]	1ef1",
  "^	1ef2",
  "_	1ef3",
  "{	1efv",
  "|	1efw",
  "}	1efx",
  "~	1efy",
  "0.	2q68",
  "0,	2q69",
  "1,	2q6a",
  "2,	2q6b",
  "3,	2q6c",
  "4,	2q6d",
  "5,	2q6e",
  "6,	2q6f",
  "7,	2q6g",
  "8,	2q6h",
  "9,	2q6i",
  "cd	2q7h",
  "wz	2q7i",
  "hv	2q8a",
  "mv	2q8b",
  "sd	2q8c",
  "ss	2q8d",
  "ppv	2q8e",
  "wc	2q8f",
  "mc	2q96",
  "md	2q97",
  "mr	2q98",
  "dj	2qa8"
];
var FOLD_DELTAS = [
  "775	51",
  "32	5i,5s,60,66,pd-pt,pv-q1,sw-t4,t6-tr",
  "1	7k,86,8v-8x/2,96,9e,9y,aq-as/2,av,az,b5,bc,bm-bo/2,br,bw,c3-c5/2,c8,cc,dg,f0,f6-f8/2,fv,g1,g6-ge/2,og-oi/2,om,rc-ry/2,s7,sa,v4-vo/2,vs-w0/2,wa-xq/2,xv-y5/2,yc,yg,yo,yw,za,ze-10u/2,5mx,64a-64e/2,6mb,8gs,8rk,8rr-8rv/2,8s2,8s5,8sg-8v6/2,8vf-8vh/2,8vm,wu8-wvg/2,ww0-wwq/2,x0i-x0u/2,x0y-x2m/2,x2x-x2z/2,x32-x3a/2,x3f,x3k-x3m/2,x3q-x48/2,x4k-x4y/2,x53-x55/2,x58-x5m/2,x6d",
  "210	ap",
  "206	au",
  "205	ax-ay,b7",
  "79	b2,sn",
  "202	b3",
  "203	b4",
  "207	b8",
  "211	ba,bg",
  "209	bb,6kg",
  "213	bh",
  "214	bj",
  "218	bq,bt,by",
  "217	c1-c2",
  "219	c7",
  "-252	de",
  "-253	df",
  "164	dq",
  "163	dr",
  "-97	dy",
  "-56	dz,6wa-6wd",
  "-278	e4",
  "-279	e5",
  "-262	e6",
  "-263	e7",
  "-130	f4,sd-sf",
  "10795	fu",
  "-163	fx,yb",
  "10792	fy",
  "-195	g3",
  "69	g4",
  "71	g5",
  "-75	j5",
  "-59	j8",
  "-58	j9",
  "-53	ja",
  "-125	kg",
  "-79	kk",
  "-187	ok",
  "116	ov",
  "43	p2,st",
  "-720	p3",
  "45	p4",
  "46	p5,ss",
  "47	p6",
  "51	p8",
  "55	pa",
  "58	pb",
  "41	pc",
  "15	q2,xs",
  "26	q3",
  "5	q4",
  "8	q5,r3,3xs-3xx",
  "9	q6",
  "10	q7",
  "21	q8",
  "-17	qy",
  "-6	qz,6tc-6td",
  "-13	r0,r6,xun",
  "-8	r1",
  "-5	r2,6rl,6ul-6um",
  "-30	r4",
  "-25	r5",
  "-14	r7,8z3",
  "-15	r8-r9",
  "-22	ra",
  "-54	s0,s9",
  "-48	s1-s2,x50",
  "-60	s4,5sp",
  "-64	s5",
  "53	sg,su",
  "52	sh",
  "80	si-sk/2,sl-sm,so-sr,sv",
  "48	sj,10x-11y,8ow-8q7",
  "31	t5",
  "-1	u1,uv,vq,yi,yy,2z0,6c1,6pw,6q1,6q4,6qs-6qu/2,6ro,6rt,6si,x2o",
  "-27	uo,v2",
  "-28	up",
  "-32	ur,3cs,6st",
  "-34	v0",
  "-37	v1,5uy",
  "-2	vr,yj,yz,6rr,6t0-6t1,6t4-6t5,6tg-6th,6tk-6tl",
  "-139	xt",
  "-140	xu",
  "-160	y8,z1",
  "-161	y9,ye",
  "-162	ya,yf",
  "-166	yk",
  "-167	yl-ym",
  "-168	yn,yu",
  "-170	yq",
  "-171	yr,z2",
  "-172	ys,z3",
  "-173	yt,z4,z8,zc",
  "-169	yv",
  "-159	z0",
  "-174	z5,z9,zd",
  "-175	z6",
  "-176	z7",
  "7264	3a8-3b9,3bb,3bh",
  "38864	3vk-3xr",
  "-3008	5n4-5oa,5od-5of",
  "-7239	5rh",
  "-6997	5rm,64m",
  "-6938	5rx",
  "-6900	5s4-5s5",
  "-68	5s6",
  "-6897	5sa",
  "-6896	5sb-5sc",
  "-7174	5sh,69j",
  "-6911	5sj",
  "-62	5sk-5sl",
  "-6891	5sq",
  "-55	5ss",
  "-6571	5st-5sv",
  "-6554	5sw-5sx",
  "-6580	5t2-5t3",
  "-6567	5t4",
  "-6563	5t5-5t6",
  "-6459	5tk",
  "-6985	5uj",
  "-6984	5ul",
  "-7342	5um",
  "-6979	5un",
  "-6978	5up",
  "-6977	5uq",
  "-6974	5ur",
  "-6972	5us-5uu,5ux,5v2-5v5",
  "-44	5uv",
  "-6923	5uw",
  "-6924	5uz",
  "-6971	5v0",
  "-6973	5v1",
  "-6970	5v6",
  "-6961	5v7-5v8",
  "-7178	5v9,69n",
  "-6957	5va-5vb",
  "-156	5vc",
  "-6958	5vd-5ve",
  "-6956	5vg-5vi",
  "-6663	5vj",
  "-7615	61q",
  "-6991	64g",
  "-6992	64h",
  "-6993	64i",
  "-6994	64j",
  "-6995	64k",
  "-6996	64l",
  "-6998	64n",
  "-6999	64o",
  "-7000	64p",
  "-7001	64q",
  "-7002	64r",
  "-7003	64s,64w",
  "-7004	64t,64x",
  "-7005	64u,64y",
  "-7006	64v,64z",
  "-7007	650",
  "-7008	651",
  "-7011	654",
  "-7012	655",
  "-7013	656,6k5-6k8",
  "-7014	657",
  "-7015	658",
  "-7016	659",
  "-7017	65c",
  "-7018	65d",
  "-7019	65e",
  "-7020	65f",
  "-7021	65g",
  "-7022	65h",
  "-7023	65i",
  "-7024	65j",
  "-7025	65k",
  "-7026	65l",
  "-7027	65m",
  "-7028	65n",
  "-7029	65o",
  "-7030	65p",
  "-7031	65q-65s/2",
  "-7032	65r-65t/2",
  "-7033	65u",
  "-7034	65v",
  "-7035	65w",
  "-7036	65x",
  "-7037	65y",
  "-7038	65z",
  "-7039	660",
  "-7040	661",
  "-7041	662,668",
  "-7042	663,669",
  "-7043	664,66a",
  "-7044	665,66b",
  "-7045	666,66c",
  "-7046	667,66d",
  "-7049	66g",
  "-7050	66h",
  "-7051	66i,66o",
  "-7052	66j,66p",
  "-7053	66k,66q",
  "-7054	66l,66r",
  "-7055	66s",
  "-7056	66t",
  "-7057	66u",
  "-7058	66v",
  "-7060	66x",
  "-7062	66z",
  "-7064	671,675",
  "-7066	673,677",
  "-7063	674",
  "-7065	676",
  "-7067	678",
  "-7068	679",
  "-7069	67a",
  "-7070	67b",
  "-7071	67c",
  "-7072	67d",
  "-7073	67e",
  "-7074	67f",
  "-7075	67g",
  "-7076	67h",
  "-7077	67i",
  "-7078	67j",
  "-7103	67k",
  "-7104	67l",
  "-7101	67m-67q/2",
  "-7102	67n-67r/2",
  "-7097	67s",
  "-7098	67t",
  "-7093	67u",
  "-7094	67v",
  "-7091	67w",
  "-7092	67x",
  "-7119	680",
  "-7120	681",
  "-7121	682",
  "-7122	683",
  "-7123	684",
  "-7124	685",
  "-7125	686",
  "-7126	687",
  "-7127	688,68w",
  "-7128	689,68x",
  "-7129	68a,68g,68y",
  "-7130	68b,68h,68z",
  "-7131	68c,68i,690",
  "-7132	68d,68j,691",
  "-7133	68e,68k,692",
  "-7134	68f,68l,693",
  "-7135	68m,694",
  "-7136	68n,695",
  "-7137	68o,696",
  "-7138	68p,697",
  "-7139	68q,698",
  "-7140	68r,699",
  "-7141	68s,69a",
  "-7142	68t,69b",
  "-7143	68u",
  "-7144	68v",
  "-7167	69c",
  "-7168	69d",
  "-7169	69e",
  "-7170	69f",
  "-7171	69g",
  "-7173	69i,69q",
  "-7175	69k",
  "-7176	69l",
  "-7177	69m",
  "-7179	69o,69u",
  "-7180	69v",
  "-7181	69w",
  "-7183	69y",
  "-7184	69z",
  "-7187	6a0-6a2/2",
  "-7188	6a1-6a3/2",
  "-7189	6a4",
  "-7191	6a8",
  "-7192	6a9",
  "-7193	6aa",
  "-7194	6ab",
  "-7197	6ae,6aq",
  "-7198	6af,6ar",
  "-7199	6ag",
  "-7200	6ah",
  "-7201	6ai,6au",
  "-7202	6aj,6av",
  "-7195	6ao",
  "-7196	6ap",
  "-7203	6as,6aw",
  "-7204	6at,6ax",
  "-7205	6ay",
  "-7206	6az",
  "-7211	6b0,6b8",
  "-7209	6b6",
  "-7210	6b7",
  "-7213	6ba",
  "-7214	6bb",
  "-7225	6bc",
  "-7226	6bd",
  "-7217	6be",
  "-7218	6bf",
  "-7219	6bg",
  "407	6ez",
  "391	6ff",
  "-7739	6fo",
  "-7852	6iv",
  "-8168	6j3",
  "-7517	6jq",
  "28	6k2",
  "-7548	6kc",
  "-7562	6kd",
  "-7563	6ke",
  "-7551	6kf",
  "-10	6my,6uk",
  "-9	6mz",
  "-26	6ni",
  "3	6od-6of/2",
  "6	6oe",
  "-12	6sw-6sx",
  "-4	6un",
  "-100	6w0-6w1",
  "-81	6w2-6w3",
  "3295	6y1-6y2",
  "-10743	8rm",
  "-3814	8rn",
  "-10727	8ro",
  "-10780	8rx",
  "-10749	8ry",
  "-10783	8rz",
  "-10782	8s0",
  "-10815	8se-8sf",
  "-36	9iu",
  "8969	9iw",
  "8971	9ix-9iy",
  "-41554	wws",
  "-41553	wwt",
  "-35332	x31",
  "-42280	x3h",
  "-42308	x4a,x4e",
  "-42319	x4b",
  "-42315	x4c",
  "-42305	x4d",
  "-42258	x4g",
  "-42282	x4h",
  "-42261	x4i",
  "928	x4j",
  "-42307	x51",
  "-35384	x52",
  "-42343	x57",
  "-42561	x5o",
  "-42705	x6g",
  "-42662	x6h",
  "-1077	xuk",
  "-38	xul",
  "-43251	xum",
  "-43228	xux",
  "-54746	1efz-1eg0",
  "-53087	1eg1",
  "-53078	1eg2-1eg3",
  "-53091	1eg4",
  "-65342	1ejk-1ejl,1ejo",
  "-65334	1ejm",
  "-65344	1ejp",
  "-57149	1ejq",
  "-56038	1ejs",
  "-56921	1ejt-1ejw",
  "-55885	1ejx",
  "-55843	1ejy"
];
var LOOK_ALIKES = [
  "a	gh,q9,ts",
  "b	as,qa,tu,uk",
  "c	s2,u9,6m5",
  "d	gn,zl",
  "e	qd,tx,us,xp",
  "f	an,b6,wj",
  "g	gx,zx,135",
  "h	u5,xn,12o",
  "i	8h,h5,qh,uu,y7",
  "j	s3,uw",
  "k	qi,u2",
  "l	h9,xs,6m4",
  "m	u4,5z7",
  "n	qf,u7,12w",
  "o	qn,qr,u6,139",
  "p	qp,u8",
  "q	10b,12e",
  "r	ho,tv",
  "s	hu,ut",
  "t	qs,ua",
  "u	qt,ue,131",
  "v	ql,vp",
  "w	qx,ug,10d",
  "x	qv,ud",
  "y	qb,ub,xb",
  "z	i8"
];

// hooks/classifier/normalise.ts
var tables;
function eachPoint(ranges, visit) {
  for (const range of ranges.split(",")) {
    const [span = "", step] = range.split("/");
    const [first = "", last = first] = span.split("-");
    const end = parseInt(last, 36);
    for (let point = parseInt(first, 36); point <= end; point += step ? 2 : 1) visit(point);
  }
}
function loadTables() {
  if (tables) return tables;
  const single = new Uint16Array(65536);
  const multi = /* @__PURE__ */ new Map();
  const alike = /* @__PURE__ */ new Map();
  for (const line of FOLD_TARGETS) {
    const [to = "", ranges = ""] = split(line);
    eachPoint(ranges, (point) => {
      if (to.length === 1 && point < 65536) single[point] = to.charCodeAt(0);
      else multi.set(point, to);
    });
  }
  for (const line of FOLD_DELTAS) {
    const [delta = "", ranges = ""] = split(line);
    eachPoint(ranges, (point) => {
      single[point] = point + Number(delta);
    });
  }
  for (const line of LOOK_ALIKES) {
    const [to = "", ranges = ""] = split(line);
    eachPoint(ranges, (point) => alike.set(point, to.charCodeAt(0)));
  }
  tables = { single, multi, alike };
  return tables;
}
function split(line) {
  const tab = line.lastIndexOf("	");
  return [line.slice(0, tab), line.slice(tab + 1)];
}
var isInvisible = (c) => c >= 8203 && c <= 8205 || c === 8288 || c === 65279 || c === 173 || c === 6158 || c >= 8289 && c <= 8292 || c === 847 || c >= 65024 && c <= 65039 || c === 4447 || c === 4448 || c === 12644;
var isBidi = (c) => c === 8206 || c === 8207 || c === 1564 || c >= 8234 && c <= 8238 || c >= 8294 && c <= 8297;
function normalise(raw, json) {
  let text = json ? flattenJson(raw) : raw;
  if (text.includes("&")) text = decodeEntities(text);
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  if (!/[^\x00-\x7f]/.test(text)) return { text: text.toLowerCase(), invisible: 0, bidi: 0, smuggled: 0, lookAlikes: 0 };
  return fold(text);
}
function fold(text) {
  const { single, multi, alike } = loadTables();
  let out = "";
  let invisible = 0;
  let bidi = 0;
  let smuggled = 0;
  let latin = 0;
  let foreign = 0;
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 128) {
      if ((c | 32) >= 97 && (c | 32) <= 122) latin++;
      continue;
    }
    let piece;
    let width = 1;
    if (c >= 55296 && c <= 57343) {
      const next = text.charCodeAt(i + 1);
      if (c < 56320 && next >= 56320 && next <= 57343) {
        width = 2;
        const point = (c - 55296) * 1024 + (next - 56320) + 65536;
        if (point >= 917536 && point <= 917630) {
          smuggled++;
          piece = String.fromCharCode(point - 917504);
        } else if (point >= 917760 && point <= 917999) {
          const byte = point - 917760 + 16;
          if (byte >= 32 && byte < 127) smuggled++;
          piece = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "";
        } else if (point >= 917504 && point <= 921599) piece = "";
        else piece = multi.get(point) ?? "\u25A1";
      } else piece = "\uFFFD";
    } else if (isInvisible(c)) {
      const before = text.charCodeAt(i - 1);
      if (c < 65024 || c > 65039) {
        if (!(before >= 55296 && before <= 57343) && !(before >= 8592 && before <= 11263) && i > 0) invisible++;
      }
      piece = "";
    } else if (isBidi(c)) {
      bidi++;
      piece = "";
    } else if (c >= 768 && c <= 879) piece = "";
    else {
      const to = single[c];
      piece = to ? String.fromCharCode(to) : multi.get(c) ?? text[i];
      if (alike.has(to || c)) foreign++;
    }
    out += text.slice(kept, i) + piece;
    i += width - 1;
    kept = i + 1;
  }
  out = (out + text.slice(kept)).toLowerCase();
  if (foreign === 0 || latin === 0) return { text: out, invisible, bidi, smuggled, lookAlikes: 0 };
  return { ...foldLookAlikes(out, alike, latin > 3 * foreign), invisible, bidi, smuggled };
}
var isWord = (c) => c >= 97 && c <= 122 || c >= 48 && c <= 57 || c === 95 || c > 127 && c < 8192 && c !== 160;
function foldLookAlikes(text, alike, everywhere) {
  let out = "";
  let kept = 0;
  let changed = 0;
  for (let start = 0; start < text.length; ) {
    if (!isWord(text.charCodeAt(start))) {
      start++;
      continue;
    }
    let end = start;
    let plain = false;
    let looks = 0;
    let others = 0;
    for (; end < text.length && isWord(text.charCodeAt(end)); end++) {
      const c = text.charCodeAt(end);
      if (c < 128) plain = plain || c >= 97;
      else if (alike.has(c)) looks++;
      else others++;
    }
    if (looks > 0 && (plain || everywhere && others === 0)) {
      let word = "";
      for (let i = start; i < end; i++) {
        const c = text.charCodeAt(i);
        word += String.fromCharCode(alike.get(c) ?? c);
      }
      out += text.slice(kept, start) + word;
      kept = end;
      changed += looks;
    }
    start = end;
  }
  return { text: out + text.slice(kept), lookAlikes: changed };
}
var named = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " ", newline: "\n", tab: "	", colon: ":", sol: "/", lpar: "(", rpar: ")", excl: "!", period: ".", comma: "," };
function decodeEntities(text) {
  return text.replace(/&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,7}));/g, (all, dec, hex, name) => {
    if (name !== void 0) return Object.hasOwn(named, name.toLowerCase()) ? named[name.toLowerCase()] : all;
    const point = dec !== void 0 ? parseInt(dec, 10) : parseInt(hex ?? "", 16);
    return point > 0 && point <= 1114111 && !(point >= 55296 && point <= 57343) ? String.fromCodePoint(point) : all;
  });
}
function flattenJson(raw) {
  const start = /^\s*(?:[{[]\s*["{[\]}]|")/.exec(raw);
  if (!start) return raw;
  let out = "";
  let inString = false;
  let kept = 0;
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if (inString) {
      if (c === 92) {
        const next = raw[i + 1] ?? "";
        const hex = next === "u" ? raw.slice(i + 2, i + 6) : "";
        let piece = next;
        let width = 2;
        if (next === "n" || next === "r") piece = "\n";
        else if (next === "t") piece = "	";
        else if (next === "b" || next === "f") piece = " ";
        else if (/^[0-9a-fA-F]{4}$/.test(hex)) {
          piece = String.fromCharCode(parseInt(hex, 16));
          width = 6;
        }
        out += raw.slice(kept, i) + piece;
        i += width - 1;
        kept = i + 1;
      } else if (c === 34) {
        out += raw.slice(kept, i);
        kept = i + 1;
        inString = false;
      }
    } else if (c === 34 || c === 58 || c === 123 || c === 125 || c === 91 || c === 93 || c === 44) {
      out += raw.slice(kept, i) + (c === 34 ? "" : c === 58 ? ": " : "\n");
      kept = i + 1;
      inString = c === 34;
    }
  }
  out += raw.slice(kept);
  return out.includes("\\") ? out.replace(/\\{1,8}(?:u([0-9a-fA-F]{4})|([nrt])(?![a-z0-9_.\\-]*[\\:])|")/g, (all, hex, letter) => hex !== void 0 ? String.fromCharCode(parseInt(hex, 16)) : letter !== void 0 ? "\n" : all.endsWith('"') ? '"' : all) : out;
}

// hooks/classifier/rules.ts
var S = "[^\\w\\n.!?]{1,3}";
var fill = "(?:(?:all|any|every|each|the|your|my|our|these|those|this|that|of|and|or|everything|anything|completely|entirely|about|whatever|to|from|other|such|rest|totally|fully|simply|just|please|both|are|were|was|you|written|given|set)[^\\w\\n]{1,3}){0,7}";
var earlier = "(?:previous|previously|prior|preceding|above|earlier|former|past|existing|original|initial|current|system|developer|safety|security|foregoing|aforementioned|standing|old|last|default|built-in|internal)";
var orders = "(?:instructions?|prompts?|directions?|directives?|commands?|rules?|guidelines?|context|orders?|constraints?|restrictions?|polic(?:y|ies)|programming|training|guardrails?|guidance|configuration|safeguards?|protocols?|filters?|alignment|limits?|limitations?)";
var secrets = "(?:api[ _-]?keys?|secrets?|credentials?|passwords?|passwd|tokens?|private[ _-]keys?|ssh[ _-]keys?|\\.env\\b|environment variables|env vars|id_rsa|id_ed25519|\\.ssh|\\.aws|\\.netrc|\\.npmrc|\\.kube|\\.gnupg|/etc/shadow|/etc/passwd|cookies?|keychain|wallet|seed phrase|conversation|chat history|system prompt)";
var secretPath = "(?:id_rsa|id_ed25519|id_ecdsa|\\.ssh\\b|\\.aws\\b|\\.netrc|\\.npmrc|\\.pypirc|\\.kube/config|\\.gnupg|\\.git-credentials|\\.docker/config|\\.env\\b|/etc/shadow|/etc/passwd|master\\.key|credentials\\b|secring|login data|login\\\\ data|cookies|wallet|keychain|\\.config/gh|\\.bash_history|\\.zsh_history|\\.pem\\b|known_hosts|service[-_]account)";
var shells = "(?:sudo\\s+(?:-\\w+\\s+)*)?(?:/\\S*/)?(?:env\\s+)?(?:ba|z|da|k|fi)?sh\\b";
var interpreters = `(?:${shells}|(?:sudo\\s+)?(?:/\\S*/)?(?:python[\\d.]*|perl|ruby|node|php|osascript|lua|source /dev/stdin)\\b)`;
var rootish = `(?:["'{]*(?:/(?:\\*|["'}\\s]|\\n)|/(?:etc|usr|var|home|users|bin|sbin|boot|lib|lib64|opt|root|srv|sys|system|library|applications|dev|mnt)(?:/\\*?)?(?:["'}\\s;&|]|\\n)|~/?(?:\\*|["'}\\s;&|)]|\\n|,)|\\$\\{?home\\}?/?(?:\\*|["'}\\s;&|)]|\\n)|\\.\\./\\.\\.|--no-preserve-root))`;
var RULES = [
  // Taking over the model.
  { id: "override-earlier", category: "prompt_injection", severity: [3, 2, 3], anchors: "ignore disregard forget override bypass neglect dismiss discard overlook abandon ignoring disregarding forgetting overriding bypassing supersede supersedes overrides replaces cancel erase drop", pattern: `\\w+[^\\w\\n.!?]{1,3}${fill}${earlier}${S}(?:\\w+${S}){0,3}?${orders}` },
  { id: "override-said-before", category: "prompt_injection", severity: [3, 1, 3], anchors: "ignore disregard forget discard", pattern: `\\w+${S}(?:(?:all|everything|anything|whatever|what|the|of|any)${S}){1,4}(?:(?:text|content|instructions?|that|which|you|was|were|is|i|we|have|has|had|been|stated|said|told|given|learned|know|written|wrote)${S}){0,6}(?:above|before|previously|earlier|so far|prior to this|up to (?:now|this)|until now|told|instructed)\\b` },
  { id: "override-your-rules", category: "prompt_injection", severity: [2, 1, 2], anchors: "ignore disregard forget override bypass abandon violate circumvent evade disable unlock", pattern: `\\w+${S}(?:(?:all|any|every|the|of|about)${S}){0,3}your${S}(?:\\w+${S}){0,3}?${orders}` },
  { id: "earlier-orders-void", category: "prompt_injection", severity: [2, 1, 3], anchors: "previous prior original earlier above old initial", pattern: `\\w+${S}(?:\\w+${S})?(?:instructions?|directions?|directives?|commands?|rules?|guidelines?|prompts?|orders?)${S}(?:(?:are|is|were|have|has|been|now|no|longer|should|must|be)${S}){1,5}(?:void|obsolete|cancell?ed|invalid|ignored|overridden|superseded|appl(?:y|icable)|revoked|outdated|deprecated|null|replaced|disregarded|forgotten|lifted|valid)` },
  { id: "do-not-follow", category: "prompt_injection", severity: [2, 1, 2], anchors: "not don stop never cease", pattern: `(?:do${S})?\\w+[^\\w\\n]{1,3}(?:t${S})?(?:follow(?:ing)?|obey(?:ing)?|listen(?:ing)? to|adher(?:e|ing) to|comply(?:ing)? with)${S}(?:(?:any|the|all|your|of|my)${S}){0,4}(?:${earlier}${S}){1,2}(?:\\w+${S}){0,2}?(?:${orders}|information|text|messages?)` },
  { id: "new-instructions", category: "prompt_injection", severity: [2, 1, 2], anchors: "new updated revised real actual true additional urgent priority hidden secret", pattern: `\\w+${S}(?:(?:system|user|priority|important|critical|mandatory|your|main|primary)${S}){0,2}(?:instructions?|task|directives?|prompt|objective|goal|orders?|rules?|mission)[^\\w\\n]{0,3}(?::|=|is to\\b|are to\\b|for (?:the )?(?:ai|assistant|model|agent))` },
  { id: "new-task-is", category: "prompt_injection", severity: [2, 1, 2], anchors: "your now instead", pattern: `(?:your${S}(?:new|real|actual|true|only|next|primary|updated)${S}(?:\\w+${S})?(?:task|goal|job|objective|mission|role|instructions?|purpose|directive)${S}(?:is|are)|now${S}do${S}this${S}instead|instead${S}(?:of${S}(?:that|this|the (?:above|summary|task|answer)))[^\\w\\n]{1,3}(?:you|please|do|say|output|print|reply|write|send|run))` },
  { id: "role-token", category: "prompt_injection", severity: [3, 2, 3], anchors: "im_start im_end endoftext start_header_id eot_id begin_of_text", pattern: `\\w+(?:\\|>|>|\\|)` },
  { id: "role-tag", category: "prompt_injection", severity: [2, 1, 2], anchors: "inst sys system_prompt end_of_system user_query function_results", pattern: `\\w+(?:>>|\\]|>)[^\\n]{0,200}\\w` },
  { id: "system-tag", category: "prompt_injection", severity: [1, 0, 2], anchors: "system admin important developer override instruction instructions", pattern: `\\w+(?:>|\\])\\s*(?:[^\\n]{0,80}\\b(?:you|your|ignore|disregard|must|assistant|agent|ai|user|do not|always|please)\\b)` },
  { id: "system-colon", category: "prompt_injection", severity: [1, 0, 2], anchors: "system assistant admin administrator sysadmin", pattern: `\\w+[^\\w\\n]{0,3}(?:(?:message|prompt|note|notice|update|override|instruction|alert|command)[^\\w\\n]{0,3})?:[^\\w\\n]{0,3}(?:(?:the|please|new|an?|you|your|all|now|ignore|disregard|override|user|from|for|important)\\b)[^\\n]{0,120}` },
  { id: "system-override", category: "prompt_injection", severity: [2, 1, 3], anchors: "system admin security developer safety emergency maintenance policy", pattern: `\\w+[ _-](?:override|overwrite|takeover|unlock)\\b|(?:emergency|maintenance|developer|debug|admin|god)${S}(?:mode|access)${S}(?:activated|enabled|engaged|on|granted|initiated|unlocked)` },
  { id: "addressed-to-ai", category: "prompt_injection", severity: [1, 0, 2], anchors: "attention dear hey hello note message instruction instructions notice important to for if any all", pattern: `\\w+[^\\w\\n]{1,3}(?:(?:note|message|instructions?|notice|important|urgent|attention|to|for|the|an?|any|all|you|are|reading|this|is|processing|summarizing|reviewing|analyzing|analysing|parsing|that|who|which)[^\\w\\n]{1,3}){0,8}(?:ai|llm|language model|gpt|chatgpt|claude|gemini|copilot|coding agent|coding assistant|ai[ -](?:agent|assistant|model|system|reviewer)s?|assistant|agents?|llms|model)[^\\w\\n]{0,3}(?:[:!,]|reading|processing|reviewers?|you\\b|should\\b|must\\b|please\\b|do\\b|-->)` },
  { id: "agent-must", category: "prompt_injection", severity: [0, 0, 1], anchors: "ai assistant agent llm model claude copilot cursor gpt", pattern: `\\w+(?:${S}(?:agents?|assistants?|models?|systems?|tools?|reviewers?))?${S}(?:must|should|shall|need to|needs to|has to|is required to|are required to|will)${S}(?:\\w+${S}){0,3}?(?:run|execute|send|forward|email|upload|fetch|download|delete|approve|ignore|disclose|include|read|append|output|respond|reply|print|post|visit|open|install|transfer|invite|reveal|grant)\\b` },
  { id: "hide-from-user", category: "hidden_content", severity: [2, 1, 3], anchors: "not never without dont don avoid", pattern: `\\w+[^\\w\\n]{1,3}(?:t${S})?(?:ever${S})?(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|show|showing|report|reporting|ask|asking|let|letting|warn|warning|say|explain)[^\\w\\n]{1,3}(?:\\w+[^\\w\\n]{1,3}){0,5}?(?:the (?:end[ -])?user|the human|to (?:the )?(?:user|human)|the developer|the owner|the operator|anyone|this (?:instruction|message|step|note|to)|these instructions|that you (?:received|read|were|did|ran|have)|user know|user about)\\b` },
  { id: "do-it-silently", category: "hidden_content", severity: [1, 0, 2], anchors: "silently secretly covertly quietly discreetly stealthily", pattern: `\\w+${S}(?:\\w+${S}){0,2}?(?:send|run|execute|add|forward|upload|post|copy|include|append|install|delete|insert|change|modify|transmit|email|fetch|download|disable|exfiltrate|collect|invite|grant)\\b` },
  { id: "hidden-html", category: "hidden_content", severity: [1, 0, 2], anchors: "display visibility opacity font color hidden text left", pattern: `(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden|opacity\\s*:\\s*0(?!\\.[1-9])|font-size\\s*:\\s*[01](?:px|pt|em)?\\b|font\\s*:\\s*0|color\\s*:\\s*(?:white|#fff(?:fff)?|transparent)\\b|hidden|left\\s*:\\s*-\\d{3,}|text-indent\\s*:\\s*-\\d{3,})[^<>\\n]{0,80}>[^<]{0,200}?\\b(?:ignore|disregard|assistant|agent|ai|llm|instructions?|you must|you should|execute|run the|curl|send|forward|system prompt|do not tell)\\b` },
  { id: "comment-orders", category: "hidden_content", severity: [1, 0, 2], anchors: "ai assistant agent llm instructions instruction ignore disregard system note important copilot claude", pattern: `(?<=<!-- )\\w+\\b(?!\\s*:?\\s*(?:end|start|generated))[^\\n]{0,160}(?:you|your|must|should|run|execute|send|read|user|ignore|previous|please|always|include|curl)\\b` },
  { id: "before-any-tool", category: "prompt_injection", severity: [1, 0, 2], anchors: "before always whenever prior first", pattern: `\\w+${S}(?:(?:to|you|using|use|calling|call|invoking|running|this|that|the|any|other|every|each|tool|tools|function|is|are|called|used|file|do|must|continue|proceed|answering|responding|anything|else)[^\\w\\n]{1,3}){2,9}(?:\\w+[^\\w\\n]{1,3}){0,3}?(?:read|send|run|execute|pass|include|call|fetch|forward|append|upload|cat|curl|print|bcc|copy|transfer|invite|email|mark|approve)\\b[^\\n]{0,80}` },
  { id: "pass-as-argument", category: "data_exfiltration", severity: [1, 0, 2], anchors: "pass include put add append provide", pattern: `\\w+${S}(?:\\w+${S}){0,8}?(?:contents?|value|values|result|full text|conversation|history|prompt)\\b[^\\n]{0,60}(?:parameter|argument|field|sidenote|as the|in the (?:url|query|header|body|note))` },
  { id: "claimed-consent", category: "prompt_injection", severity: [1, 0, 1], anchors: "user authorized authorised approved permission consent", pattern: `(?:user${S}(?:has|have)${S}(?:already${S})?(?:agreed|approved|authorized|authorised|consented|confirmed|given (?:permission|consent))|(?:authorized|authorised|approved)${S}by${S}(?:the${S})?(?:user|admin|security|owner|developer|system)|(?:permission|consent)${S}(?:has been|was|is already)${S}(?:granted|given))` },
  { id: "reply-only-with", category: "prompt_injection", severity: [1, 0, 1], anchors: "only just simply instead", pattern: `(?:(?:only|just|simply)${S}(?:say|output|print|respond|reply|answer|write|return)${S}(?:with${S})?["'\`]|instead[^\\w\\n]{1,3}(?:say|output|print|respond|reply|write|return|send|tell)\\b)` },
  // Other languages: "ignore the previous instructions".
  { id: "override-es-pt-it", category: "prompt_injection", severity: [3, 1, 3], anchors: "ignora ignore ignorar ignoren ignorad olvida olvide olvidad esquece esqueca esquecer dimentica descarta desconsidera desconsidere omite ignorate", pattern: `\\w+${S}(?:\\w+${S}){0,4}?(?:instrucciones|instrucoes|istruzioni|instruccion|reglas|regras|regole|ordenes|ordens|ordini|indicaciones|indicazioni|anterior(?:es)?|precedenti|previas|previos|dicho|todo lo (?:anterior|que)|mensajes anteriores)` },
  { id: "override-fr", category: "prompt_injection", severity: [3, 1, 3], anchors: "ignore ignorez ignorer oublie oubliez oublier", pattern: `\\w+${S}(?:\\w+${S}){0,4}?(?:instructions|consignes|regles|directives|ordres)(?:${S}\\w+)?${S}(?:precedentes?|anterieures?|initiales|ci-dessus|donnees|systeme)|oublie[rz]?${S}tout` },
  { id: "override-de-nl", category: "prompt_injection", severity: [3, 1, 3], anchors: "ignoriere ignorieren ignorier vergiss vergessen missachte negeer vergeet ignorera glom ignorer glem", pattern: `\\w+${S}(?:\\w+${S}){0,4}?(?:anweisungen|instruktionen|befehle|regeln|vorgaben|instructies|opdrachten|regels|instruktioner|instruksjoner|alles|alle(?:s)? (?:vorherige|bisherige))` },
  { id: "override-slavic", category: "prompt_injection", severity: [3, 1, 3], anchors: "zignoruj ignoruj zapomnij ignorujte zapomen \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438 \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438\u0442\u0435 \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u043E\u0432\u0430\u0442\u044C \u0437\u0430\u0431\u0443\u0434\u044C \u0437\u0430\u0431\u0443\u0434\u044C\u0442\u0435 \u043F\u0440\u043E\u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438 \u043F\u0440\u043E\u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438\u0442\u0435 \u0456\u0433\u043D\u043E\u0440\u0443\u0438 \u0456\u0433\u043D\u043E\u0440\u0443\u0438\u0442\u0435", pattern: `\\w*[^\\s]*\\s(?:[^\\s]+\\s){0,4}?(?:polecenia|instrukcje|instrukcji|pokyny|instrukce|\u0438\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0438\u0438|\u0443\u043A\u0430\u0437\u0430\u043D\u0438\u044F|\u043A\u043E\u043C\u0430\u043D\u0434\u044B|\u043F\u0440\u0430\u0432\u0438\u043B\u0430|\u0456\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0456\u0457|\u0456\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0456\u0456|\u0432\u043A\u0430\u0437\u0456\u0432\u043A\u0438|\u0432\u0441\u0435|\u043F\u0440\u0435\u0434\u044B\u0434\u0443\u0449|wszystko|wszystkie)` },
  { id: "override-zh", category: "prompt_injection", severity: [3, 1, 3], anchors: "\u5FFD \u65E0 \u7121 \u5FD8 \u4E0D \u8BF7 \u8ACB", pattern: `(?:\u8BF7|\u8ACB)?(?:\u5FFD\u7565|\u7121\u8996|\u65E0\u89C6|\u5FD8\u8BB0|\u5FD8\u8A18|\u4E0D\u8981\u7406\u4F1A|\u4E0D\u8981\u9075\u5B88)[^\\n\u3002]{0,12}(?:\u6307\u4EE4|\u6307\u793A|\u8BF4\u660E|\u8AAA\u660E|\u63D0\u793A|\u89C4\u5219|\u898F\u5247|\u547D\u4EE4|\u8BBE\u5B9A|\u8A2D\u5B9A|\u5185\u5BB9|\u5167\u5BB9|\u8981\u6C42|\u5BF9\u8BDD|\u9650\u5236)` },
  { id: "override-ja", category: "prompt_injection", severity: [3, 1, 3], anchors: "\u4EE5 \u524D \u4E0A \u3053 \u4ECA \u3059 \u5168", pattern: `(?:\u4EE5\u524D|\u524D|\u4E0A\u8A18|\u3053\u308C\u307E\u3067|\u4ECA\u307E\u3067|\u3059\u3079\u3066|\u5168\u3066|\u4EE5\u4E0A)[^\\n\u3002]{0,14}(?:\u6307\u793A|\u547D\u4EE4|\u30EB\u30FC\u30EB|\u30D7\u30ED\u30F3\u30D7\u30C8|\u5236\u7D04|\u8A2D\u5B9A|\u5185\u5BB9)[^\\n\u3002]{0,8}(?:\u7121\u8996|\u5FD8\u308C|\u7121\u52B9)` },
  { id: "override-ko", category: "prompt_injection", severity: [3, 1, 3], anchors: "\uC774 \uC704 \uBAA8 \uC55E \uC9C0", pattern: `(?:\uC774\uC804|\uC704\uC758|\uC704|\uBAA8\uB4E0|\uC55E\uC758|\uC55E\uC120|\uC9C0\uAE08\uAE4C\uC9C0)[^\\n.]{0,16}(?:\uC9C0\uC2DC|\uBA85\uB839|\uC9C0\uCE68|\uADDC\uCE59|\uD504\uB86C\uD504\uD2B8|\uB0B4\uC6A9|\uC124\uC815)[^\\n.]{0,8}(?:\uBB34\uC2DC|\uC78A)` },
  { id: "override-ar-hi-tr", category: "prompt_injection", severity: [3, 1, 3], anchors: "\u062A\u062C\u0627\u0647\u0644 \u0627\u0646\u0633 \u067E\u06CC\u0634\u06CC\u0646 \u092A\u093F\u091B\u0932\u0947 \u092A\u093F\u091B\u0932 \u0938\u092D\u0940 onceki yukaridaki tum yok bo abaikan", pattern: `(?:(?:\u062A\u062C\u0627\u0647\u0644|\u0627\u0646\u0633)\\s(?:[^\\s]+\\s){0,3}(?:[^\\s]*\u062A\u0639\u0644\u064A\u0645\u0627\u062A|[^\\s]*\u0627\u0648\u0627\u0645\u0631|[^\\s]*\u0633\u0627\u0628\u0642|\u0645\u0627)|(?:onceki|yukar\\S+|tum)\\s(?:\\S+\\s){0,3}?(?:talimat|komut|kural|yonerge)\\S*\\s(?:\\S+\\s){0,2}?(?:yok say|unut|gormezden|dikkate alma)|abaikan\\s(?:\\S+\\s){0,3}(?:instruksi|perintah)|bo qua\\s(?:\\S+\\s){0,4}(?:huong dan|chi thi|lenh|truoc))` },
  // Getting at the prompt.
  { id: "reveal-prompt", category: "prompt_extraction", severity: [2, 1, 2], anchors: "reveal show print repeat output display tell give leak share dump expose list write translate encode summarize recite return disclose provide copy paste echo send what reproduce describe", pattern: `\\w+[^\\w\\n]{1,3}(?:(?:me|us|out|back|is|are|the|your|of|all|exactly|verbatim|in|full|entire|whole|complete|any|its|my|to|with|exact|text|contents?|were|word|for|every|line)[^\\w\\n]{1,3}){0,8}(?:(?:system|initial|original|hidden|secret|internal|base|starting|developer|first|preceding|pre-?prompt|confidential)[^\\w\\n]{1,3}){1,3}(?:prompts?|instructions?|messages?|rules?|guidelines?|directives?|configuration)` },
  { id: "repeat-above", category: "prompt_extraction", severity: [2, 1, 2], anchors: "repeat print output copy recite translate summarize encode write show return", pattern: `\\w+${S}(?:(?:all|everything|the|words|text|content|of|back|entire|whole|exact|verbatim|lines?)${S}){1,6}(?:above|before this|preceding|prior to this|that came before|so far|starting with|from the beginning)\\b` },
  { id: "your-instructions", category: "prompt_extraction", severity: [2, 0, 1], anchors: "your", pattern: `your${S}(?:\\w+${S}){0,2}?(?:system prompt|initial instructions|initial prompt|original instructions|original prompt|hidden instructions|hidden prompt|secret instructions|pre-?prompt|system instructions|system message|full instructions)\\b` },
  // Leaving its role.
  { id: "jailbreak-name", category: "jailbreak", severity: [3, 1, 3], anchors: "dan jailbreak jailbroken anything stan dude aim", pattern: `(?:anything now\\b|jailbroken\\b|jailbreak (?:mode|prompt|yourself)\\b|dan (?:mode|prompt|can|will|is|does)\\b|(?:stan|dude|aim) (?:can|will|is|has|does|stands)\\b)` },
  { id: "jailbreak-mode", category: "jailbreak", severity: [2, 1, 2], anchors: "developer dev evil god unrestricted unfiltered uncensored opposite debug root admin sudo", pattern: `\\w+${S}mode\\b(?![^\\n]{0,20}(?:on (?:your )?(?:android|iphone|device|phone|chromebook)))` },
  { id: "no-restrictions", category: "jailbreak", severity: [2, 1, 2], anchors: "no without any free freed bypass ignore zero", pattern: `\\w+${S}(?:(?:of|from|any|all|the|your|moral|ethical|or|and|safety|content|legal|other|usual|typical)${S}){0,5}(?:restrictions?|limitations?|filters?|censorship|ethical (?:guidelines|constraints|concerns)|moral(?:s|ity)|guardrails|disclaimers?|refusals?|warnings or)\\b` },
  { id: "unfiltered-persona", category: "jailbreak", severity: [1, 0, 1], anchors: "unfiltered uncensored unrestricted amoral immoral unethical lawless", pattern: `\\w+${S}(?:and${S}\\w+${S})?(?:\\w+${S})?(?:ai|chatbot|assistant|model|response|responses|answers?|version|character|bot|persona|entity|advice)\\b` },
  { id: "never-refuse", category: "jailbreak", severity: [2, 0, 2], anchors: "never cannot not won always can", pattern: `(?:never|cannot|(?:do|will|can) ?not|can.?t|won.?t)${S}(?:\\w+${S}){0,2}?(?:refuse|refuses|say (?:no|that you can)|reject|decline|break character|say ["']?(?:i.?m sorry|i can))\\b|always${S}(?:answer|comply|obey|respond)\\w*${S}(?:\\w+${S}){0,5}?(?:no matter|regardless|without question|illegal|unethical)` },
  { id: "stay-in-character", category: "jailbreak", severity: [2, 0, 2], anchors: "stay remain break", pattern: `(?:(?:stay|remain)${S}in${S}character|break${S}character)\\b` },
  { id: "you-are-now", category: "jailbreak", severity: [1, 0, 1], anchors: "you from pretend act", pattern: `(?:you${S}are${S}(?:now|no longer)\\b|from${S}now${S}on[^\\w\\n]{1,3}(?:you|your|act|always|respond|answer|ignore)\\b|pretend${S}(?:you${S}(?:are|can|have)|to be)\\b[^\\n]{0,100}\\b(?:ai|no (?:rules|restrictions|limits)|without|evil|hacker)|act${S}as${S}(?:if|though)${S}(?:you${S}(?:have|had|are|were)|there${S}(?:are|were))[^\\n]{0,40}\\bno\\b)` },
  // Sending things away, as words.
  { id: "send-secrets", category: "data_exfiltration", severity: [2, 0, 3], anchors: "send post upload forward exfiltrate transmit email mail leak submit deliver transfer copy curl push", pattern: `\\w+${S}(?:[^\\n.]{0,80}?)${secrets}[^\\n]{0,80}?(?:\\bto\\b|\\bat\\b|\\binto\\b|\\bvia\\b|https?:|@)[^\\n]{0,60}?(?:https?:|www\\.|@|server|endpoint|webhook|attacker|address|\\burl\\b|channel|\\.com|\\.net|\\.io|\\.dev|\\.ru|\\d+\\.\\d+\\.\\d+)` },
  { id: "read-and-send", category: "data_exfiltration", severity: [2, 0, 3], anchors: "read collect gather find extract cat open get grab retrieve fetch take dump search scan", pattern: `\\w+${S}[^\\n]{0,80}?${secrets}[^\\n]{0,80}?\\b(?:send|post|upload|forward|exfiltrate|transmit|email|include|append|paste|pass|curl|publish|submit|put)\\b` },
  { id: "secret-path", category: "credential_access", severity: [1, 1, 1], anchors: "id_rsa id_ed25519 shadow netrc credentials secring sam lsass wallet keychain", pattern: `(?:id_rsa|id_ed25519|netrc|secring)\\b(?!\\.pub)|(?<=/)shadow\\b|(?<=config\\\\)sam\\b|(?<=aws/)credentials\\b|lsass\\b|wallet\\.dat|keychain-db` },
  { id: "image-beacon", category: "data_exfiltration", severity: [1, 0, 2], anchors: "http https", pattern: `https?://[^\\s)"'<>]{1,120}[?&/=](?:\\{|\\[|<|%7b|\\$)?\\s?(?:data|secret|conversation|summary|content|user_data|chat|history|stolen|message|prompt|api_key|password|encoded|leak)s?(?:\\}|\\]|>|=(?:\\{|\\[|<|%7b|\\$))` },
  { id: "run-fetched", category: "remote_code_execution", severity: [0, 0, 2], anchors: "must immediately first silently please agent assistant ai now you", pattern: `\\w+[^\\n]{0,120}?\\b(?:run|execute|paste|invoke|call)\\b[^\\n]{0,60}?\\b(?:curl|wget|iwr|bash -c|sh -c|powershell|npx|pip install)\\b[^\\n]{0,140}(?:\\|\\s*${interpreters}|https?://)` },
  // Commands.
  { id: "download-pipe-shell", category: "remote_code_execution", severity: [1, 3, 1], anchors: "curl wget fetch lwp aria2c http", pattern: `\\w+\\s(?:[^\\n|;]|\\|\\|){0,400}\\|\\s*(?:(?:tee\\s\\S+|base64 (?:-d|--decode|-di)|gunzip|gzip -dc?|xxd -r -p|tr\\s[^|\\n]{1,40}|rev)\\s*\\|\\s*)?${interpreters}(?!\\s*\\-(?:m json|c ['"]?(?:import (?:json|sys)|print)|n?e )|[\\w.-]*\\.(?:py|js))` },
  { id: "shell-of-download", category: "remote_code_execution", severity: [1, 3, 1], anchors: "bash sh zsh eval source exec python python3 perl", pattern: `\\w+\\s+(?:-\\w+\\s+)*["']?(?:<\\(|\\$\\(|\`)\\s*(?:sudo\\s+)?(?:curl|wget|fetch)\\b|(?:python3?|perl)\\s+-[ce]\\s[^\\n]{0,80}(?:exec|eval)\\s?\\(?[^\\n]{0,60}(?:urlopen|requests\\.get|urllib|http)` },
  { id: "download-then-run", category: "remote_code_execution", severity: [0, 3, 1], anchors: "curl wget iwr certutil bitsadmin fetch", pattern: `\\w+\\s[^\\n]{0,240}?(?:&&|;|\\n)\\s*(?:sudo\\s+)?(?:chmod\\s+(?:\\+x|[0-7]*7[0-7]*|a\\+x|u\\+x)\\s+\\S+[^\\n]{0,40}?(?:&&|;|\\n)\\s*(?:sudo\\s+|nohup\\s+)?(?:\\./|/tmp/|/dev/shm/|/var/tmp/|~/\\.)|(?:ba|z)?sh\\s+(?:/tmp/|/dev/shm/|/var/tmp/|\\./\\.|~/\\.)|/(?:tmp|dev/shm|var/tmp)/\\S+)` },
  { id: "windows-download-exec", category: "remote_code_execution", severity: [1, 3, 2], anchors: "iex invoke certutil mshta regsvr32 bitsadmin downloadstring rundll32 iwr downloadfile", pattern: `(?:iex\\b[^\\n]{0,80}(?:new-object|iwr|downloadstring|invoke-webrequest|irm|http)|invoke-expression\\b[^\\n]{0,80}(?:http|download|iwr|irm|frombase64)|certutil(?:\\.exe)?\\b[^\\n]{0,40}(?:-urlcache|-decode|/urlcache)|mshta(?:\\.exe)?\\s+(?:["']?http|vbscript|javascript)|regsvr32(?:\\.exe)?\\b[^\\n]{0,60}(?:/i:|-i:)?https?:|bitsadmin(?:\\.exe)?\\b[^\\n]{0,80}(?:/transfer|/addfile)|downloadstring\\s*\\(|downloadfile\\s*\\(|rundll32(?:\\.exe)?\\s+(?:javascript|url\\.dll|[^\\n]{0,60}comsvcs)|iwr\\b[^\\n]{0,120}\\|\\s*iex)` },
  { id: "encoded-exec", category: "obfuscation", severity: [1, 3, 2], anchors: "base64 xxd openssl powershell pwsh frombase64string b64decode eval exec echo printf rev", pattern: `(?:(?:base64|openssl|xxd)\\s[^\\n|]{0,60}(?:-d\\b|--decode|-r\\b|-di\\b)[^\\n|]{0,80}\\|\\s*${interpreters}|(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]{0,100}\\s-e(?:nc|ncodedcommand|c)?\\s+['"]?[a-z0-9+/=]{16,}|frombase64string\\s*\\([^\\n]{0,200}(?:iex|invoke|load)|b64decode\\s*\\([^\\n]{0,400}(?:exec|eval|system)|(?:eval|exec)\\b[^\\n]{0,60}(?:base64|b64decode|atob|fromcharcode|xxd|printf)|(?:echo|printf)\\s[^\\n|]{8,4000}\\|\\s*(?:base64|xxd|openssl|rev|tr)\\b[^\\n|]{0,60}\\|\\s*${interpreters})` },
  { id: "delete-root", category: "destructive", severity: [1, 3, 1], anchors: "rm", pattern: `rm\\s+(?:(?:-\\S+|"[^"\\n]*"|\\S+)\\s+){0,8}?(?:-[a-z]*r[a-z]*|--recursive|-[a-z]*f[a-z]*)\\s+(?:(?:-\\S+|[^\\s;&|]+)\\s+){0,8}?${rootish}` },
  { id: "delete-everything", category: "destructive", severity: [1, 3, 1], anchors: "find shutil rmtree rmsync del rd rmdir remove mkfs wipefs shred dd diskutil format vssadmin wbadmin cipher truncate", pattern: `(?:find\\s+["']?(?:/|~|\\$home|/home|/etc|/var|/usr)["']?\\s[^\\n;|]{0,120}(?:-delete|-exec\\s+(?:sudo\\s+)?(?:rm|shred))|rmtree\\s*\\(\\s*(?:["'](?:/|~)["']|os\\.path\\.expanduser|path\\.home)|rmsync\\s*\\(\\s*(?:["'](?:/|~)["']|os\\.homedir)|(?:del|rd|rmdir)\\s+(?:/[a-z]\\s+)+["']?(?:c:\\\\?(?:["'\\s*]|windows|users)|%userprofile%|%systemroot%)|remove-item\\b[^\\n]{0,80}(?:-recurse)[^\\n]{0,80}(?:c:\\\\(?:["'\\s*]|windows|users)|\\$home|\\$env:userprofile|~)|remove-item\\s+(?:-\\w+\\s+)*(?:c:\\\\|~|\\$home)[^\\n]{0,40}-recurse|mkfs(?:\\.\\w+)?\\s+(?:-\\S+\\s+)*/dev/|wipefs\\s+(?:-\\S+\\s+)*/dev/|shred\\s+(?:-\\S+\\s+)*(?:/dev/(?:sd|nvme|hd|vd|disk)|/etc|/home|~|/var/log)|dd\\s[^\\n]{0,80}of=/dev/(?:sd|nvme|hd|vd|disk|mmcblk|xvd)|diskutil\\s+(?:erasedisk|erasevolume|zerodisk|secureerase)|format\\s+c:|vssadmin(?:\\.exe)?\\s+delete\\s+shadows|wbadmin(?:\\.exe)?\\s+delete|cipher\\s+/w:)` },
  { id: "overwrite-device", category: "destructive", severity: [1, 3, 1], anchors: "dev", pattern: `(?:(?<=[>=]/)|(?<=> /))dev/(?:sd[a-z]|nvme\\d|hd[a-z]|vda|disk\\d|mem\\b)` },
  { id: "fork-bomb", category: "impact", severity: [1, 3, 1], anchors: "xmrig stratum minerd cpuminer cgminer kill", pattern: `xmrig\\b|stratum\\+(?:tcp|ssl)|minerd\\b|cpuminer|cgminer|kill\\s+-(?:9|kill)\\s+(?:-1|1)\\b` },
  { id: "open-permissions", category: "destructive", severity: [0, 3, 1], anchors: "chmod chown", pattern: `\\w+\\s+(?:-\\w+\\s+)*(?:-\\w*r\\w*|--recursive)\\s+(?:\\S+\\s+){1,2}(?:/|~|\\$home)(?:["'\\s;&|*]|/\\*)` },
  { id: "database-drop", category: "destructive", severity: [0, 2, 1], anchors: "drop", pattern: `drop\\s+(?:database|schema|table)\\s+(?!if exists (?:test|tmp|temp))\\w+` },
  { id: "reverse-shell", category: "reverse_shell", severity: [2, 3, 2], anchors: "dev nc ncat netcat socat mkfifo fsockopen tcpsocket tcpclient pty socket telnet xterm inet openssl awk zsh ztcp", pattern: `(?:dev/(?:tcp|udp)/\\S{1,80}|(?:nc|ncat|netcat)(?:\\.\\w+)?\\s(?:[^\\n|;]{0,80}\\s)?(?:-\\w*[ec]\\b|--exec|--sh-exec|-lv?n?p\\s*\\d+\\s+-e)\\s*\\S|(?:nc|ncat|netcat|telnet)\\s[^\\n|]{0,80}\\|\\s*(?:/bin/)?(?:ba|z)?sh\\b|socat\\b[^\\n]{0,120}exec:|mkfifo\\s[^\\n]{0,160}(?:\\bnc\\b|ncat|telnet|openssl|/dev/tcp)|fsockopen\\s*\\([^\\n]{0,160}(?:exec|sh\\b|popen|passthru|system)|tcpsocket\\b[^\\n]{0,160}(?:exec|popen|sh\\b|spawn)|tcpclient\\b[^\\n]{0,400}(?:getstream|iex|invoke)|pty\\.spawn\\s*\\(|socket\\b[^\\n]{0,240}(?:dup2|subprocess|/bin/(?:ba)?sh|os\\.system|child_process|exec\\s*\\()|xterm\\s+-display|inet/tcp/|openssl\\s+s_client[^\\n]{0,120}\\|\\s*(?:/bin/)?(?:ba)?sh|ztcp\\s)` },
  { id: "exfil-command", category: "data_exfiltration", severity: [1, 3, 2], anchors: "curl wget nc ncat scp rsync http invoke iwr irm rclone ftp sftp aws gsutil", pattern: `\\w+\\s[^\\n]{0,300}?(?:@|<|\\$\\(\\s*(?:cat|base64|head|tar|env|printenv|<|gpg|security|echo)\\s?|-t\\s+|--post-file[= ]|--upload-file[= ]|-body\\s|-infile\\s|\\s)["'(]*[^\\s|;"']{0,60}${secretPath}` },
  { id: "pipe-secrets-out", category: "data_exfiltration", severity: [1, 3, 2], anchors: "cat env printenv tar base64 zip gpg history security sqlite3 kubectl aws gcloud find grep mysqldump pg_dump gzip cp xclip pbpaste set git ls ps", pattern: `\\w+(?:\\s[^\\n|]{0,200})?\\|(?:[^\\n|]{0,100}\\|){0,3}\\s*(?:xargs\\s[^\\n]{0,40})?(?:curl\\b[^\\n]{0,200}(?:-d|--data\\S*|-f|-t|--form|--upload-file|-x post|\\{\\}|@-)|(?:nc|ncat|netcat)\\s+\\S+\\s+\\d+|wget\\b[^\\n]{0,80}--post|ssh\\s+\\S+@\\S+\\s+["']?(?:cat|tee|dd)|sendmail|mail\\s+-s|telnet\\s)` },
  { id: "substitute-secrets-out", category: "data_exfiltration", severity: [1, 3, 2], anchors: "curl wget nslookup dig host ping http", pattern: `\\w+\\s[^\\n]{0,240}?(?:\\$\\(|\`)\\s*(?:cat|env|printenv|base64|head|tail|tar|whoami|hostname|id|uname|security|gpg|xxd|od|history|sudo|echo \\$\\w+)\\b[^\\n]{0,120}(?:\\)|\`)` },
  { id: "read-credentials", category: "credential_access", severity: [1, 2, 1], anchors: "cat less head tail cp strings grep find base64 scp tar zip sqlite3 open read file_path path xxd type", pattern: `\\w+(?:\\s|:\\s)[^\\n|;]{0,120}?(?:\\.ssh/(?:id_|\\*|["'\\s])|/etc/shadow|/etc/gshadow|\\.aws/credentials|\\.netrc|\\.git-credentials|\\.gnupg/(?:private|secring|\\*)|\\.kube/config|login(?:\\\\)? data|cookies\\.sqlite|key4\\.db|logins\\.json|wallet\\.dat|proc/[\\da-z*]*/environ|master\\.key|\\.config/gcloud|\\.azure/|ntds\\.dit|config\\\\sam)` },
  { id: "dump-credentials", category: "credential_access", severity: [2, 3, 2], anchors: "mimikatz sekurlsa lsass procdump reg security lazagne laziness secretsdump hashdump unshadow gsecdump linpeas mimipenguin rundll32 169 vaultcmd cmdkey", pattern: `mimikatz|sekurlsa|(?:procdump|rundll32)[^\\n]{0,80}lsass|lsass[^\\n]{0,60}(?:dump|\\.dmp)|reg(?:\\.exe)?\\s+(?:save|export)\\s+["']?(?:hklm|hkey_local_machine)\\\\(?:sam|security|system)|security\\s+(?:dump-keychain|find-(?:generic|internet)-password[^\\n]{0,80}-[a-z]*[wg])|lazagne|secretsdump|hashdump|unshadow\\b|gsecdump|linpeas|mimipenguin|169\\.254\\.169\\.254/(?:latest|metadata|computemetadata|openstack)|vaultcmd\\s+/list|cmdkey\\s+/list` },
  { id: "persistence", category: "persistence", severity: [1, 2, 1], anchors: "crontab authorized_keys bashrc zshrc profile bash_profile zprofile launchctl schtasks ld_preload ld currentversion", pattern: `(?:crontab\\s+(?:-(?:\\s|["'}\\n])|/tmp|\\S+\\.cron)|(?:(?<=\\.ssh/)|(?<=\\.ssh\\\\))authorized_keys\\b|(?:bashrc|zshrc|profile|bash_profile|zprofile)["']?\\s*content:[^\\n]{0,200}(?:curl|nc |bash -i|/dev/tcp|wget)|schtasks(?:\\.exe)?\\s+/create|ld_preload=\\S*/tmp|ld\\.so\\.preload|currentversion\\\\run|launchctl\\s+load\\s+(?:-w\\s+)?\\S*(?:tmp|users/shared))` },
  { id: "append-startup", category: "persistence", severity: [1, 3, 2], anchors: "echo printf cat tee", pattern: `\\w+\\s[^\\n]{0,400}?(?:curl|wget|\\bnc\\b|/dev/tcp|bash -i|base64|python3? -c|/tmp/|ssh-(?:rsa|ed25519)|\\* \\* \\* \\*)[^\\n]{0,300}?(?:>>?|\\|\\s*(?:sudo\\s+)?tee\\s+(?:-a\\s+)?)\\s*["']?(?:~|\\$home|/root|/home/\\w+|/users/\\w+|/etc)/(?:\\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|ssh/authorized_keys|config/autostart|config/systemd)|cron|rc\\.local|profile|systemd|init\\.d|ld\\.so\\.preload|crontab)` },
  { id: "privilege", category: "privilege_escalation", severity: [1, 2, 1], anchors: "chmod sudoers nopasswd setcap nsenter docker usermod useradd passwd pkexec visudo net dscl", pattern: `(?:chmod\\s+(?:-\\w+\\s+)*(?:[ugoa]*\\+\\w*s|[2467][0-7]{3})\\s|sudoers(?:\\.d)?\\b|nopasswd\\s*:|setcap\\s+cap_|nsenter\\s[^\\n]{0,80}(?:-t\\s*1|--target\\s*1|--mount)|docker\\s+run\\b[^\\n]{0,160}(?:-v\\s+/:|--privileged|--pid[= ]host|-v\\s+/etc)|usermod\\s+[^\\n]{0,40}(?:-ag\\s+|-g\\s+|-u\\s+0)(?:sudo|wheel|root|admin|docker|0)?|useradd\\s[^\\n]{0,80}(?:-o\\b|-u\\s*0|-g\\s*(?:sudo|wheel|root|0))|net\\s+localgroup\\s+administrators\\s[^\\n]{0,60}/add|net\\s+user\\s[^\\n]{0,60}/add|dscl\\s[^\\n]{0,120}(?:-create|-append)[^\\n]{0,60}(?:admin|/users/))` },
  { id: "cover-tracks", category: "defense_evasion", severity: [1, 3, 1], anchors: "history histfile histsize unset rm clear wevtutil journalctl", pattern: `(?:history\\s+-[cw]{1,2}\\b|histfile=/dev/null|histfile\\b(?=\\s*(?:[;&"'}\\n]|=\\s*(?:[;&"'}\\n])))|histsize=0|unset\\s+histfile|rm\\s+(?:-\\w+\\s+)*(?:["']?(?:~|\\$home|/root)/\\.\\w+_history|/var/log\\b)|clear-history|wevtutil(?:\\.exe)?\\s+cl|journalctl\\s+--(?:vacuum-time=1s|rotate)|bash_history\\b(?=\\s*[;&"'\\n]))` },
  { id: "disable-defence", category: "defense_evasion", severity: [1, 3, 2], anchors: "setenforce ufw iptables nft auditctl systemctl service set add csrutil spctl killall pkill netsh sc launchctl firewalld apparmor amsiutils amsiinitfailed", pattern: `(?:setenforce\\s+0|ufw\\s+(?:--force\\s+)?(?:disable|reset)|iptables\\s+(?:-t\\s+\\w+\\s+)?(?:-f\\b|--flush|-p\\s+input\\s+accept)|nft\\s+flush\\s+ruleset|auditctl\\s+-(?:e\\s*0|d\\b)|(?:systemctl|service)\\s[^\\n]{0,40}(?:stop|disable|mask)[^\\n]{0,40}(?:auditd|firewalld|ufw|apparmor|falcon|crowdstrike|osquery|rsyslog|syslog|clamav|fail2ban|wazuh|selinux|iptables|sysmon|cbdaemon|defender)|service\\s+(?:auditd|rsyslog|syslog|iptables|ufw|apparmor|falcon-sensor)\\s+stop|(?:set|add)-mppreference\\s[^\\n]{0,80}(?:disable|exclusion)|csrutil\\s+disable|spctl\\s+(?:--master-disable|--global-disable)|(?:killall|pkill)\\s[^\\n]{0,20}(?:falcon|osqueryd|auditd|santad|crowdstrike|wazuh|clamd|defender|sysmon|rsyslogd)|netsh\\s+(?:advfirewall|firewall)\\s[^\\n]{0,60}(?:off|disable)|sc(?:\\.exe)?\\s+(?:stop|delete|config)\\s+(?:windefend|wuauserv|sense|eventlog)|amsiutils|amsiinitfailed)` },
  { id: "halt-machine", category: "impact", severity: [0, 2, 0], anchors: "shutdown poweroff halt reboot init", pattern: `(?:shutdown\\s+(?:-\\w+\\s+)*(?:now|/s|/r|-h|-r|\\+?0)|poweroff\\b|halt\\b(?=\\s*(?:-|["'}\\n;]))|reboot\\b(?=\\s*(?:-f|["'}\\n;]))|init\\s+[06]\\b)` },
  { id: "remote-hook-host", category: "data_exfiltration", severity: [1, 2, 1], anchors: "webhook ngrok requestbin pastebin transfer interact oast burpcollaborator pipedream beeceptor dnslog ceye", pattern: `(?:webhook\\.site|ngrok(?:-free)?\\.(?:io|app|dev)|requestbin|transfer\\.sh|interact\\.sh|interactsh|oast\\.|burpcollaborator|pipedream\\.net|beeceptor|dnslog\\.cn|ceye\\.io|pastebin\\.com/raw)` }
];

// hooks/classifier/scan.ts
var MAX_TRIES = 256;
var anchored = /* @__PURE__ */ new Map();
RULES.forEach((rule, index) => {
  for (const word of rule.anchors.split(" ")) {
    const list = anchored.get(word);
    if (list) list.push(index);
    else anchored.set(word, [index]);
  }
});
var compiled = new Array(RULES.length).fill(void 0);
var isLetter = (c) => c >= 97 && c <= 122 || c >= 48 && c <= 57 || c === 95 || c >= 170 && c < 8192 && c !== 171 && c !== 187 && c !== 191 && c !== 215 || c >= 42560 && c < 44032;
var isSyllable = (c) => c >= 12352 && c <= 12543 || c >= 13312 && c <= 40959 || c >= 44032 && c <= 55215;
function scanRules(plain) {
  const text = `${plain}
`;
  const hits = [];
  const tries = new Uint16Array(RULES.length);
  for (let start = 0; start < text.length; ) {
    const c = text.charCodeAt(start);
    let end = start + 1;
    if (isLetter(c)) while (end < text.length && isLetter(text.charCodeAt(end))) end++;
    else if (!isSyllable(c)) {
      start++;
      continue;
    }
    const candidates = end - start < 32 ? anchored.get(text.slice(start, end)) : void 0;
    if (candidates) {
      for (const index of candidates) {
        if (hits[index] || tries[index] >= MAX_TRIES) continue;
        tries[index] = tries[index] + 1;
        const pattern = compiled[index] ??= new RegExp(RULES[index].pattern, "y");
        pattern.lastIndex = start;
        if (pattern.test(text)) hits[index] = { rule: RULES[index], start, end: pattern.lastIndex };
      }
    }
    start = end;
  }
  return hits.filter((hit) => hit !== void 0);
}

// hooks/classifier/select.ts
var WHOLE = 65536;
var HEAD = 16384;
var TAIL = 8192;
var BLOCK = 2048;
var KEPT_BLOCKS = 16;
var TELLING = /ignore|disregard|forget|override|instruction|system prompt|assistant|secret|password|credential|id_rsa|\.ssh|curl|wget|base64|attacker|exfiltrat|do not tell|<!--|im_start|rm -rf/gi;
function selectParts(text) {
  if (text.length <= WHOLE) return text;
  const counts = [];
  for (let at = HEAD; at < text.length - TAIL; at += BLOCK) {
    const count = text.slice(at, at + BLOCK + 256).match(TELLING)?.length ?? 0;
    if (count > 0) counts.push({ at, count });
  }
  const kept = counts.sort((a, b) => b.count - a.count || a.at - b.at).slice(0, KEPT_BLOCKS).sort((a, b) => a.at - b.at);
  return [text.slice(0, HEAD), ...kept.map(({ at }) => text.slice(at, at + BLOCK + 256)), text.slice(-TAIL)].join("\n");
}

// hooks/classifier/analyse.ts
var MAX_SEGMENTS2 = 24;
var ENCODINGS = ["base64", "hex", "percent", "spaced", "rot13", "reversed"];
function analyse(raw, surface) {
  const segments = [];
  const read = (text, json, encodings) => {
    if (segments.length >= MAX_SEGMENTS2) return;
    const plain = normalise(text, json);
    const hiding = [];
    if (plain.smuggled > 3) hiding.push(1);
    if (plain.bidi > 0) hiding.push(2);
    if (plain.invisible > 3) hiding.push(3);
    if (plain.lookAlikes > 2) hiding.push(4);
    for (const how of encodings) hiding.push(5 + ENCODINGS.indexOf(how));
    segments.push({ text: plain.text, encodings, hits: scanRules(plain.text), hiding });
    if (encodings.length < 2) for (const hidden of decodeHidden(text, plain.text)) read(hidden.text, false, [...encodings, hidden.how]);
  };
  read(selectParts(raw), surface !== 0, []);
  return segments;
}

// hooks/classifier/concepts.ts
var CONCEPTS = [
  ["override", "ignore ignoring ignored ignores disregard disregarding disregarded forget forgetting override overriding overrides overridden bypass bypassing bypassed bypasses neglect dismiss discard overlook abandon supersede supersedes superseded circumvent evade violate skip scrap void nullify revoke cancel undo drop reset replaces overwrite ignora ignorar ignoren ignorad olvida olvide olvidar omite omitir descarta desconsidere ignorez ignorer oublie oubliez oublier negligez ignoriere ignorieren vergiss vergessen missachte negeer negeren vergeet ignorare dimentica dimenticare trascura esqueca esquece esquecer ignoruj zignoruj zapomnij pomin ignorujte zapomen \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438 \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0438\u0442\u0435 \u0438\u0433\u043D\u043E\u0440\u0438\u0440\u043E\u0432\u0430\u0442\u044C \u0437\u0430\u0431\u0443\u0434\u044C \u0437\u0430\u0431\u0443\u0434\u044C\u0442\u0435 \u043E\u0442\u043C\u0435\u043D\u0438 \u043F\u0440\u0435\u043D\u0435\u0431\u0440\u0435\u0433\u0438 \u0456\u0433\u043D\u043E\u0440\u0443\u0438 \u0437\u0430\u0431\u0443\u0434\u044C abaikan lupakan unut gormezden ignorera glom ignorer glem \u062A\u062C\u0627\u0647\u0644 \u0627\u0646\u0633 puuza kalimutan huwag sahau"],
  ["prior", "previous previously prior preceding above earlier former past existing original originally initial initially foregoing aforementioned old before anterior anteriores previas previos precedente precedentes precedents anterieures initiales vorherigen vorherige bisherigen bisherige obigen fruheren vorige eerdere bovenstaande precedenti poprzednie poprzednich wczesniejsze predchozi \u043F\u0440\u0435\u0434\u044B\u0434\u0443\u0449\u0438\u0435 \u043F\u0440\u0435\u0434\u044B\u0434\u0443\u0449\u0438\u0445 \u043F\u0440\u0435\u0434\u044B\u0434\u0443\u0449\u0435\u0435 \u043F\u0440\u0435\u0436\u043D\u0438\u0435 \u0432\u044B\u0448\u0435 \u0440\u0430\u043D\u0435\u0435 \u043F\u043E\u043F\u0435\u0440\u0435\u0434\u043D\u0456 sebelumnya onceki yukaridaki tidigare tidligere \u0627\u0644\u0633\u0627\u0628\u0642\u0629 nakaraang"],
  ["orders", "instruction instructions prompt prompts directive directives guideline guidelines rule rules directions commandments order orders constraints programming guidance safeguards guardrails guardrail protocol protocols instrucciones instruccion reglas ordenes indicaciones directrices instrucoes regras ordens diretrizes istruzioni regole ordini consignes regles directives ordres anweisungen anweisung instruktionen befehle regeln vorgaben richtlinien instructies opdrachten regels polecenia instrukcje zasady pokyny instrukce \u0438\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0438\u0438 \u0438\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0438\u044E \u0443\u043A\u0430\u0437\u0430\u043D\u0438\u044F \u043F\u0440\u0430\u0432\u0438\u043B\u0430 \u043A\u043E\u043C\u0430\u043D\u0434\u044B \u0434\u0438\u0440\u0435\u043A\u0442\u0438\u0432\u044B \u0456\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0456\u0457 \u0456\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0456\u0456 \u043F\u0440\u0430\u0432\u0438\u043B\u0430 instruksi perintah aturan talimatlar talimatlari kurallari instruktioner regler tagubilin maagizo \u0627\u0644\u062A\u0639\u0644\u064A\u0645\u0627\u062A \u062A\u0639\u0644\u064A\u0645\u0627\u062A"],
  ["reveal", "reveal reveals revealing show display print output repeat recite disclose divulge leak expose dump tell share echo reproduce spell summarize paraphrase translate list state verbatim muestra muestrame revela revelar imprime repite dime mostra mostre revele imprima repita affiche montre revele repete dis imprimez zeige zeig verrate gib wiederhole drucke toon onthul herhaal laat mostrami rivela stampa ripeti pokaz ujawnij wypisz powtorz \u043F\u043E\u043A\u0430\u0436\u0438 \u0440\u0430\u0441\u043A\u0440\u043E\u0438 \u0432\u044B\u0432\u0435\u0434\u0438 \u043F\u043E\u0432\u0442\u043E\u0440\u0438 \u0441\u043A\u0430\u0436\u0438 \u043D\u0430\u043F\u0438\u0448\u0438 \u043F\u043E\u043A\u0430\u0436\u0438 tampilkan ungkapkan goster yazdir tekrarla visa avsloja vis ipakita onyesha \u0627\u0638\u0647\u0631 \u0627\u0643\u0634\u0641"],
  ["system", "system sysadmin admin administrator root developer sudo superuser kernel configuration config preprompt sistema systeme systeem administrador \u0441\u0438\u0441\u0442\u0435\u043C\u043D\u044B\u0438 \u0441\u0438\u0441\u0442\u0435\u043C\u0430 \u0441\u0438\u0441\u0442\u0435\u043C\u043D\u043E\u0433\u043E systemowy nizam \u0627\u0644\u0646\u0638\u0627\u0645"],
  ["ai", "ai llm llms gpt chatgpt claude copilot gemini cursor assistant assistants agent agents model models chatbot bot openai anthropic bard llama siri asistente assistente assistent asystent assistant \u0430\u0441\u0441\u0438\u0441\u0442\u0435\u043D\u0442 \u043C\u043E\u0434\u0435\u043B\u044C \u0430\u0433\u0435\u043D\u0442 \u0438\u0438 ia ki yapay modelo modell chatbots summarizer reviewer reviewers crawler crawlers"],
  ["user", "user users human humans operator owner customer employee usuario usuarios utilisateur benutzer nutzer gebruiker utente usuario uzytkownik uzytkownikowi \u043F\u043E\u043B\u044C\u0437\u043E\u0432\u0430\u0442\u0435\u043B\u044C \u043F\u043E\u043B\u044C\u0437\u043E\u0432\u0430\u0442\u0435\u043B\u044E \u043F\u043E\u043B\u044C\u0437\u043E\u0432\u0430\u0442\u0435\u043B\u044F kullanici pengguna anvandaren brukeren \u0627\u0644\u0645\u0633\u062A\u062E\u062F\u0645"],
  ["secret", "password passwords passwd passphrase credential credentials secret secrets token tokens apikey api_key apikeys keys key ssh id_rsa id_ed25519 env aws netrc npmrc pypirc keychain wallet seed mnemonic cookie cookies ssn cvv pin private confidential sensitive shadow contrasena contrasenas clave claves secreto secretos senha senhas chave segredo passe secrets confidentielles passwort passworter geheim geheimnis zugangsdaten wachtwoord sleutel parola segreto haslo hasla klucz \u043F\u0430\u0440\u043E\u043B\u044C \u043F\u0430\u0440\u043E\u043B\u0438 \u0441\u0435\u043A\u0440\u0435\u0442 \u0441\u0435\u043A\u0440\u0435\u0442\u044B \u043A\u043B\u044E\u0447 \u043A\u043B\u044E\u0447\u0438 sifre anahtar kata sandi losenord passord pii kubeconfig gnupg keystore"],
  ["send", "send sends sending post upload uploads forward forwards transmit exfiltrate exfil email deliver submit mail bcc cc relay publish push beacon leak dispatch envia enviar envie envoie envoyez envoyer sende senden schicke stuur verstuur invia inviare wyslij przeslij \u043E\u0442\u043F\u0440\u0430\u0432\u044C \u043E\u0442\u043F\u0440\u0430\u0432\u044C\u0442\u0435 \u043E\u0442\u043F\u0440\u0430\u0432\u0438\u0442\u044C \u043F\u0435\u0440\u0435\u0448\u043B\u0438 \u043F\u043E\u0448\u043B\u0438 gonder kirim skicka sendu \u0627\u0631\u0633\u0644 tuma ipadala"],
  ["hide", "silently secretly covertly quietly discreetly stealthily hidden hide conceal unnoticed undetected covert stealth invisible mention inform notify alert suspicion suspicious unseen discreet sigilosamente secretamente silencio secretement discretement discr\xE8tement heimlich stillschweigend stiekem segretamente potajemnie \u0442\u0438\u0445\u043E \u043D\u0435\u0437\u0430\u043C\u0435\u0442\u043D\u043E \u0441\u043A\u0440\u044B\u0442\u043D\u043E \u043C\u043E\u043B\u0447\u0430 gizlice diam"],
  ["role", "pretend roleplay role persona character simulate simulation imagine fictional fiction hypothetical hypothetically story scenario dan stan dude jailbreak jailbroken impersonate acting actor game play act behave emulate finge imagina rol personaje fingir jouer imagine tu stell spiele rolle finta \u043F\u0440\u0438\u0442\u0432\u043E\u0440\u0438\u0441\u044C \u043F\u0440\u0435\u0434\u0441\u0442\u0430\u0432\u044C \u0440\u043E\u043B\u044C \u0441\u044B\u0433\u0440\u0430\u0438 rolunu"],
  ["nolimit", "unrestricted unfiltered uncensored unlimited restrictions restriction limitations limitation limits censorship filters filter ethics ethical moral morals morality unethical amoral immoral policy policies disclaimer disclaimers warnings refuse refusal refusing refused comply compliance freedom free uncensor boundaries safety guideline restricciones limites limitaciones filtros etica restrictions einschrankungen grenzen beperkingen restrizioni \u043E\u0433\u0440\u0430\u043D\u0438\u0447\u0435\u043D\u0438\u044F \u043E\u0433\u0440\u0430\u043D\u0438\u0447\u0435\u043D\u0438\u0438 \u0446\u0435\u043D\u0437\u0443\u0440\u044B \u0444\u0438\u043B\u044C\u0442\u0440\u044B kisitlama"],
  ["harm", "bomb explosive explosives malware virus ransomware hack hacking hacker weapon weapons drug drugs meth illegal illegally crime criminal murder kill suicide exploit exploits keylogger botnet ddos steal stolen theft fraud counterfeit launder racist nsfw porn explicit terrorist poison harmful dangerous violence backdoor trojan worm spyware"],
  ["urgent", "important urgent urgently critical immediately mandatory must required attention warning notice priority emergency crucial essential asap obligatory importante urgente inmediatamente obligatorio immediatement obligatoire wichtig dringend sofort belangrijk onmiddellijk wazne natychmiast \u0432\u0430\u0436\u043D\u043E \u0441\u0440\u043E\u0447\u043D\u043E \u043D\u0435\u043C\u0435\u0434\u043B\u0435\u043D\u043D\u043E \u043E\u0431\u044F\u0437\u0430\u0442\u0435\u043B\u044C\u043D\u043E onemli hemen penting segera viktigt"],
  ["run", "run runs running execute executes executing exec eval invoke call calls launch install trigger start perform ejecuta ejecutar execute executar executez lancez fuhre ausfuhren starte voer esegui uruchom wykonaj \u0432\u044B\u043F\u043E\u043B\u043D\u0438 \u0437\u0430\u043F\u0443\u0441\u0442\u0438 calistir jalankan kor"],
  ["nettool", "curl wget nc ncat netcat socat telnet ftp tftp scp rsync sftp nslookup dig ping iwr irm invoke webrequest restmethod httpie fetch requests urllib urlopen axios webclient downloadstring downloadfile certutil bitsadmin rclone tcp"],
  ["shell", "bash sh zsh ksh dash fish python python3 perl ruby node php powershell pwsh cmd terminal shell console subprocess system popen os osascript wscript mshta rundll32 regsvr32 npx iex"],
  ["destroy", "delete deletes deleting remove removes wipe wiping erase destroy drop truncate purge rm rmdir rmtree del mkfs format shred dd unlink overwrite kill terminate disable disables shutdown stop encrypt corrupt elimina eliminar borra borrar apaga apagar supprime supprimez supprimer effacer losche loschen verwijder elimina cancella usun skasuj \u0443\u0434\u0430\u043B\u0438 \u0443\u0434\u0430\u043B\u0438\u0442\u0435 \u0441\u0442\u0435\u0440\u0435\u0442\u044C \u0443\u043D\u0438\u0447\u0442\u043E\u0436\u044C sil hapus radera slett \u0627\u062D\u0630\u0641"],
  ["read", "read reads reading cat open access collect gather retrieve grab extract find search scan harvest enumerate get copy head tail less grep lee leer lire lis lies lesen lees leggi przeczytaj odczytaj \u043F\u0440\u043E\u0447\u0438\u0442\u0430\u0438 \u043F\u0440\u043E\u0447\u0442\u0438 \u043D\u0430\u0438\u0434\u0438 \u0441\u043E\u0431\u0435\u0440\u0438 oku baca"],
  ["file", "file files folder directory document documents path database table logs log repo repository workspace home desktop backup archive archivo archivos fichier fichiers datei dateien bestand plik plik \u0444\u0430\u0438\u043B \u0444\u0430\u0438\u043B\u044B dosya"],
  ["url", "http https www url link webhook endpoint server site website domain ip ngrok pastebin com net io ru xyz tk onion evil attacker"],
  ["money", "transfer payment pay bank iban wire purchase buy bitcoin btc ethereum crypto invoice refund amount usd eur dollars money balance venmo paypal card credit subscription order transaction deposit withdraw"],
  ["mailbox", "gmail inbox calendar contact contacts message messages slack channel discord telegram sms phone recipient attachment event meeting appointment reminder whatsapp outlook protonmail"],
  ["grant", "grant grants permission permissions privilege privileges invite approve approved approves authorize authorized authorization authenticated unlock allow enable chmod chown sudoers whitelist allowlist trusted trust verified collaborator member"],
  ["new", "new instead now real actual true updated next first latest henceforth onwards onward additional further follow following follows obey nueva nuevas nuevo nouvelle nouvelles neue neuen nieuwe nuove nuovo nowe \u043D\u043E\u0432\u044B\u0435 \u043D\u043E\u0432\u043E\u0435 \u043D\u043E\u0432\u0430\u044F yeni baru nya"],
  ["always", "always never only every whenever before after until then once prior forever siempre nunca solo toujours jamais seulement immer nie nur altijd nooit sempre mai solo zawsze nigdy \u0432\u0441\u0435\u0433\u0434\u0430 \u043D\u0438\u043A\u043E\u0433\u0434\u0430 \u0442\u043E\u043B\u044C\u043A\u043E her zaman selalu"],
  ["negation", "not don dont no without stop avoid cannot nothing none neither nor nicht kein keine ohne sin pas sans niet geen senza non nie bez \u043D\u0435 \u0431\u0435\u0437 \u043D\u0435\u0442 jangan tanpa degil"],
  ["you", "you your yours yourself u ur tu tus usted vous votre vos du dein deine deinen ihre dir je jouw uw tuo tue tuoi seu sua suas voce twoje twoj ty \u0442\u044B \u0442\u0432\u043E\u0438 \u0442\u0432\u043E\u044F \u0432\u044B \u0432\u0430\u0448\u0438 \u0432\u0430\u0448 \u0432\u0430\u043C sen senin kamu anda din dina"],
  ["meta", "example examples attack attacks attacker attackers injection injections vulnerability vulnerabilities mitigation mitigate detect detection detector defense defence defend owasp cve research researchers paper article blog demonstrate demonstrates demonstrated payload payloads adversarial threat threats security scanner sanitize technique techniques known documented sample samples quote quoted phrase phrases say says called such explain explanation learn training dataset classifier benchmark tests fixture fixtures blocked blocks flagged flags phishing malicious adversary adversaries victim poisoned red string strings literal"],
  ["encode", "base64 rot13 hex hexadecimal decode decoded decoding encode encoded encoding cipher caesar morse binary unicode obfuscate obfuscated reversed backwards rot leetspeak leet acrostic decodifica dekodiere \u0434\u0435\u043A\u043E\u0434\u0438\u0440\u0443\u0438 frombase64string b64decode atob xxd"],
  ["polite", "please could would can help thanks thank want need like por favor bitte merci grazie prego alstublieft prosze \u043F\u043E\u0436\u0430\u043B\u0443\u0438\u0441\u0442\u0430 lutfen tolong how what why when"],
  ["coding", "function functions class method test unit bug refactor component variable import export typescript javascript java rust golang css html react api sql query array integer list loop parser compile build lint docs readme commit branch merge pr pull issue endpoint"]
];

// hooks/classifier/features.ts
var BUCKET_BITS = 17;
var MASK = (1 << BUCKET_BITS) - 1;
var BLOCK_WORDS = 24;
var QUOTE_REACH = 16;
var MAX_WORDS = 2e4;
var MAX_FEATURES = 4e5;
var conceptOf;
function concepts() {
  if (conceptOf) return conceptOf;
  const map = /* @__PURE__ */ new Map();
  CONCEPTS.forEach(([, words], index) => {
    for (const word of words.split(" ")) {
      const hash = hashWord(word, 0, word.length);
      if (!map.has(hash)) map.set(hash, index + 1);
    }
  });
  conceptOf = map;
  return map;
}
function hashWord(text, start, end) {
  let hash = 2166136261;
  if (end - start > 32) end = start + 32;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}
function mix(salt, a, b, c) {
  let hash = Math.imul(salt ^ a, 2654435761);
  hash = Math.imul((hash ^ hash >>> 15) + b, 2246822507);
  hash = Math.imul((hash ^ hash >>> 13) + c, 3266489909);
  return (hash ^ hash >>> 16) & MASK;
}
var NUMBER = 35;
var LONG = 126;
var QUOTED = 81;
var HERE = 82;
var COMMENT = 83;
var META = CONCEPTS.findIndex(([name]) => name === "meta") + 1;
var CODING = CONCEPTS.findIndex(([name]) => name === "coding") + 1;
var DATA_COMMANDS = ["echo", "printf", "grep", "rg", "egrep", "fgrep", "ag", "ack", "git", "gh", "jq", "sed", "cat", "tee", "npx", "pytest", "vitest", "jest", "semgrep", "shellcheck", "man", "which", "test", "diff"];
var PREFIXES = ["sudo", "env", "time", "nohup", "exec", "command", "nice", "do", "then", "else", "if", "while", "xargs", "doas"];
var shellWords;
var shell = () => shellWords ??= { data: new Set(DATA_COMMANDS.map((w) => hashWord(w, 0, w.length))), prefixes: new Set(PREFIXES.map((w) => hashWord(w, 0, w.length))) };
var isLetter2 = (c) => c >= 97 && c <= 122 || c >= 48 && c <= 57 || c === 95 || c >= 170 && c < 8192 && c !== 171 && c !== 187 && c !== 191 && c !== 215 || c >= 42560 && c < 44032;
var isSyllable2 = (c) => c >= 12352 && c <= 12543 || c >= 13312 && c <= 40959 || c >= 44032 && c <= 55215;
var buffer = new Uint32Array(32768);
function featuresOf(text, surface, hits, extra) {
  const lexicon = concepts();
  const call = surface === 1;
  const grams = surface !== 2;
  const { data, prefixes } = shell();
  let at = 0;
  const emit = (id) => {
    if (at >= buffer.length) {
      if (at >= MAX_FEATURES) return;
      const larger = new Uint32Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
    buffer[at++] = id;
  };
  const blockEnds = [];
  const blockStarts = [0];
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  let nextHit = 0;
  let words = 0;
  let w1 = 0;
  let w2 = 0;
  let g1 = 0;
  let g2 = 0;
  const seenConcept = [0, 0, 0, 0, 0, 0];
  const seenWord = [0, 0, 0, 0, 0, 0];
  let ring = 0;
  let head = 0;
  let lastHead = 0;
  let expectHead = true;
  let p1 = 0;
  let p2 = 0;
  let quote = 0;
  let salt = 0;
  let aboutAt = -QUOTE_REACH - 1;
  for (let start = 0; start < text.length && words < MAX_WORDS; ) {
    const c = text.charCodeAt(start);
    let end = start + 1;
    let hash;
    if (isLetter2(c)) {
      let digits = c >= 48 && c <= 57;
      while (end < text.length) {
        const d = text.charCodeAt(end);
        if (!isLetter2(d)) break;
        if (d < 48 || d > 57) digits = false;
        end++;
      }
      hash = digits && end - start > 3 ? NUMBER : end - start > 32 ? LONG : hashWord(text, start, end);
    } else if (isSyllable2(c)) hash = hashWord(text, start, end);
    else {
      if (call) {
        if (c > 32) {
          emit(mix(97, c, p1, salt));
          emit(mix(98, c, p1, p2 + salt));
          emit(mix(99, c, w1, salt));
          if (salt === COMMENT || salt === HERE) {
          } else if (quote !== 0) {
            if (c === quote) {
              quote = 0;
              salt = 0;
            } else if (quote === 34 && (c === 96 || c === 40 && p1 === 36)) salt = 0;
          } else if (c === 34 || c === 39) {
            quote = c;
            if (data.has(head)) salt = QUOTED;
          } else if (c === 60 && p1 === 60 && data.has(head)) salt = HERE;
          else if (c === 35 && (text.charCodeAt(start - 1) === 32 || text.charCodeAt(start - 1) === 10)) salt = COMMENT;
          else if (c === 124 || c === 59 || c === 38 || c === 40 || c === 96) {
            expectHead = true;
            lastHead = c === 124 ? head : 0;
          }
          p2 = p1;
          p1 = c;
        } else if (c === 10) {
          if (salt === COMMENT) salt = 0;
          if (quote === 0) {
            expectHead = true;
            lastHead = 0;
          }
          p1 = 10;
        }
      } else if (c === 34 || c === 96 || c === 8220 || c === 8221) {
        if (salt !== 0) salt = 0;
        else if (words - aboutAt <= QUOTE_REACH && c !== 8221) salt = QUOTED;
      } else if (c === 10) salt = 0;
      start++;
      continue;
    }
    while (nextHit < sorted.length && sorted[nextHit].start <= start) {
      const hit = sorted[nextHit++];
      emit(mix(113, hashWord(hit.rule.id, 0, hit.rule.id.length), salt, surface));
      emit(mix(114, hashWord(hit.rule.category, 0, hit.rule.category.length), salt, surface));
      emit(mix(115, hit.rule.severity[surface], salt, surface));
    }
    emit(mix(1, hash, salt, 0));
    if (w1 !== 0) emit(mix(2, w1, hash, salt));
    if (w2 !== 0) {
      emit(mix(3, w2, hash, salt));
      emit(mix(4, w2, w1, hash + salt));
    }
    const concept = lexicon.get(hash) ?? 0;
    const general = concept === 0 ? hash : concept;
    if (concept !== 0 || g1 !== 0 && g1 < 64) emit(mix(5, g1, general, salt));
    if ((concept !== 0 || g1 < 64 || g2 < 64) && g2 !== 0) emit(mix(6, g2, g1, general + salt));
    if (concept !== 0) {
      if (salt === 0 && (concept === META || concept === CODING)) aboutAt = words;
      emit(mix(7, concept, salt, 0));
      for (let k = 0; k < 6; k++) {
        const before = (ring + 5 - k) % 6;
        const other = seenConcept[before];
        const distance = words - seenWord[before];
        if (other === 0 || distance > 24) break;
        emit(mix(8, other, concept, (distance > 6 ? 1 : 0) + salt));
        if (k > 0) {
          const middle = seenConcept[(ring + 5) % 6];
          if (middle !== concept && middle !== other) emit(mix(9, other, middle, concept + salt));
        }
      }
      seenConcept[ring] = concept;
      seenWord[ring] = words;
      ring = (ring + 1) % 6;
    }
    if (grams && end - start >= 4 && end - start <= 24) {
      for (let i = start; i + 4 <= end; i++) {
        const gram = text.charCodeAt(i) << 24 ^ text.charCodeAt(i + 1) << 16 ^ text.charCodeAt(i + 2) << 8 ^ text.charCodeAt(i + 3);
        emit(mix(10, gram, i === start ? 1 : 0, salt));
      }
    }
    if (call) {
      if (expectHead) {
        if (!prefixes.has(hash) && text.charCodeAt(end) !== 61) {
          head = hash;
          expectHead = false;
          emit(mix(11, hash, 0, 0));
          if (lastHead !== 0) emit(mix(12, lastHead, hash, 0));
        }
      } else {
        emit(mix(13, head, hash, salt));
        emit(mix(14, head, general, p1 + salt));
      }
    }
    w2 = w1;
    w1 = hash;
    g2 = g1;
    g1 = general;
    words++;
    if (words % BLOCK_WORDS === 0) {
      blockEnds.push(at);
      blockStarts.push(end);
    }
    start = end;
  }
  for (; nextHit < sorted.length; nextHit++) emit(mix(115, sorted[nextHit].rule.severity[surface], 0, surface));
  for (const kind of extra) emit(mix(116, kind, 0, surface));
  if (blockEnds[blockEnds.length - 1] !== at || blockEnds.length === 0) {
    blockEnds.push(at);
    blockStarts.push(text.length);
  }
  return { ids: buffer.slice(0, at), blockEnds, blockStarts };
}

// hooks/classifier/outcome.ts
var outcomes = {
  prompt_injection: "control_abuse",
  prompt_extraction: "information_disclosure",
  jailbreak: "control_abuse",
  hidden_content: "control_abuse",
  data_exfiltration: "information_disclosure",
  credential_access: "secret_exposure",
  reverse_shell: "system_compromise",
  remote_code_execution: "system_compromise",
  persistence: "system_compromise",
  privilege_escalation: "system_compromise",
  defense_evasion: "system_compromise",
  obfuscation: "system_compromise",
  destructive: "service_disruption",
  impact: "service_disruption"
};
var riskClasses = {
  benign: "other",
  information_disclosure: "sensitive_data_exposure",
  secret_exposure: "credential_exposure",
  control_abuse: "unsafe_agent_control",
  system_compromise: "code_execution",
  service_disruption: "destructive_change"
};
var outcomeOf = (category) => outcomes[category];
var riskClassOf = (outcome) => riskClasses[outcome];

// hooks/classifier/weights.ts
var WEIGHTS_FORMAT = 2;
var TABLE_SIZE = 65536;
function checksum(bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let sum = 2166136261;
  for (let i = 0; i < words.length; i++) sum = Math.imul(sum, 31) + words[i] | 0;
  return sum >>> 0;
}
function readWeights(bytes) {
  const file = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 16 || view.getUint32(0, true) !== 1464683603) throw new Error('weights.bin: not a weights file (it must begin with "SLMW"); build it with scripts/train/train.mjs');
  if (view.getUint32(4, true) !== WEIGHTS_FORMAT) throw new Error(`weights.bin: format ${view.getUint32(4, true)}, this build reads ${WEIGHTS_FORMAT}; replace the file`);
  const start = 16 + view.getUint32(8, true);
  if (start % 4 !== 0 || file.byteLength !== start + 6 * TABLE_SIZE) throw new Error(`weights.bin: ${file.byteLength} bytes, expected ${start + 6 * TABLE_SIZE}; the file is cut`);
  if (checksum(file.subarray(start)) !== view.getUint32(12, true)) throw new Error("weights.bin: checksum mismatch; the file is damaged, replace it");
  const header = JSON.parse(new TextDecoder().decode(file.subarray(16, start)));
  const surface = (index) => {
    const own = header.surfaces[index];
    if (!own) throw new Error("weights.bin: header names fewer than three surfaces; replace the file");
    const table = (k) => new Int8Array(file.buffer, file.byteOffset + start + (2 * index + k) * TABLE_SIZE, TABLE_SIZE);
    return { whole: table(0), window: table(1), wholeScale: own.scales[0], windowScale: own.scales[1], wholeBias: own.biases[0], windowBias: own.biases[1], tier: { warn: own.warn, block: own.block } };
  };
  return { version: header.version, surfaces: [surface(0), surface(1), surface(2)] };
}

// hooks/classifier/score.ts
var PRIOR_FEATURES = 8;
var seen = new Uint8Array(TABLE_SIZE);
var stamp = new Uint16Array(TABLE_SIZE);
function scoreFeatures({ ids, blockEnds }, weights) {
  const { whole, window, wholeScale, windowScale, wholeBias, windowBias } = weights;
  seen.fill(0);
  stamp.fill(0);
  const bias = (wholeBias + windowBias) / 2;
  let wholeSum = 0;
  let wholeCount = 0;
  let bestWindow = -Infinity;
  let bestBoth = -Infinity;
  let block = 0;
  let wholeBefore = 0;
  let windowBefore = 0;
  let countBefore = 0;
  let from = 0;
  for (let k = 0; k < blockEnds.length; k++) {
    const end = blockEnds[k];
    let wholeHere = 0;
    let windowHere = 0;
    let count = 0;
    for (let i = from; i < end; i++) {
      const id = ids[i];
      if (stamp[id] === k + 1) continue;
      stamp[id] = k + 1;
      const w = whole[id];
      wholeHere += w;
      windowHere += window[id];
      count++;
      if (seen[id] === 0) {
        seen[id] = 1;
        wholeSum += w;
        wholeCount++;
      }
    }
    const root = Math.sqrt(countBefore + count + PRIOR_FEATURES);
    const windowValue = (windowBefore + windowHere) * windowScale / root;
    if (windowValue > bestWindow) bestWindow = windowValue;
    const both = ((wholeBefore + wholeHere) * wholeScale / root + windowValue) / 2;
    if (both > bestBoth) {
      bestBoth = both;
      block = Math.max(0, k - 1);
    }
    wholeBefore = wholeHere;
    windowBefore = windowHere;
    countBefore = count;
    from = end;
  }
  const mean = (wholeSum * wholeScale / Math.sqrt(wholeCount + PRIOR_FEATURES) + bestWindow) / 2;
  return { logit: bias + (blockEnds.length > 2 ? Math.max(mean, bestBoth) : mean), block };
}

// hooks/classifier/classify.ts
var MODEL_VERSION = "silmaril-rules-1";
var SURFACES = ["prompt", "tool_call", "tool_result"];
var surfaceIndex = (surface) => Math.max(0, SURFACES.indexOf(surface));
var empty = { text: "", encodings: [], hits: [], hiding: [] };
var sigmoid = (x) => 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, x))));
var USUAL = ["control_abuse", "system_compromise", "control_abuse"];
function verdict(score, warn, block, segment, surface) {
  const malicious = score >= warn;
  const category = heaviest(segment, surface);
  const outcome = !malicious ? "benign" : category ? outcomeOf(category) : USUAL[surface];
  const tier = !malicious ? "none" : block !== null && score >= block ? "block" : "warn";
  return { prediction: malicious ? "MALICIOUS" : "BENIGN", score, threshold: warn, tier, primaryOutcome: outcome, riskClass: riskClassOf(outcome) };
}
function heaviest(segment, surface) {
  let severity = 0;
  let category;
  for (const { rule } of segment.hits) if (rule.severity[surface] > severity) [severity, category] = [rule.severity[surface], rule.category];
  return category;
}
var WEIGHT = [0, 0.8, 1.7, 3.3];
var START = -3.2;
var RULES_WARN = 0.5;
var RULES_BLOCK = 0.9;
function judgeByRules(input) {
  const surface = surfaceIndex(input.surface);
  let best = { score: 0, segment: empty };
  for (const segment of analyse(input.text, surface)) {
    let sum = START;
    let most = 0;
    for (const { rule } of segment.hits) {
      sum += WEIGHT[rule.severity[surface]];
      most = Math.max(most, rule.severity[surface]);
    }
    if (most > 0) sum += Math.min(segment.hiding.length, 3) * 0.8;
    const score = sigmoid(Math.min(sum, 8));
    if (score > best.score) best = { score, segment };
  }
  const first = best.segment.hits[0];
  return { result: verdict(best.score, RULES_WARN, surface === 0 ? null : RULES_BLOCK, best.segment, surface), segment: best.segment, span: first ? [first.start, first.end] : [0, 0] };
}
function explained({ result, segment, span }, surface) {
  const rules = segment.hits.map(({ rule, start, end }) => ({ id: rule.id, category: rule.category, severity: rule.severity[surface], text: segment.text.slice(start, Math.min(end, start + 200)) })).sort((a, b) => b.severity - a.severity);
  return { ...result, rules, encodings: segment.encodings, passage: segment.text.slice(span[0], Math.min(span[1], span[0] + 600)).trim() };
}
function classify(input) {
  return judgeByRules(input).result;
}
function explain(input) {
  return explained(judgeByRules(input), surfaceIndex(input.surface));
}
function createClassifier(weights) {
  const { version, surfaces } = readWeights(weights);
  const judge = (input) => {
    const surface = surfaceIndex(input.surface);
    const own = surfaces[surface];
    let best = -Infinity;
    let segment = empty;
    let span = [0, 0];
    for (const candidate of analyse(input.text, surface)) {
      const features = featuresOf(candidate.text, surface, candidate.hits, candidate.hiding);
      const { logit, block } = scoreFeatures(features, own);
      if (logit <= best) continue;
      best = logit;
      segment = candidate;
      span = [features.blockStarts[block] ?? 0, features.blockStarts[block + 2] ?? candidate.text.length];
    }
    return { result: verdict(sigmoid(best), own.tier.warn, own.tier.block, segment, surface), segment, span };
  };
  return { version, classify: (input) => judge(input).result, explain: (input) => explained(judge(input), surfaceIndex(input.surface)) };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  MODEL_VERSION,
  classify,
  createClassifier,
  explain
});
